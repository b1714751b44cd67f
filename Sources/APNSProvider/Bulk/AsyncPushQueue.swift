// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A few requests of an asynchronous source, taken ahead by a task of their own, so that outcomes
/// need not wait for the source. The task ends with this.
final class AsyncPushQueue<ID: Sendable>: Sendable {
    enum Next: Sendable {
        case push(IdentifiedPush<ID>)
        /// The source has none at the moment.
        case nothingYet
        case end
    }

    private let store: Store
    private let pump: Task<Void, Never>

    init<S: AsyncSequence & Sendable>(_ source: S, capacity: Int)
    where S.Element == IdentifiedPush<ID> {
        let store = Store(capacity: capacity)
        self.store = store
        // The task must not hold this: it would keep itself alive.
        pump = Task {
            do {
                for try await push in source {
                    guard await store.put(push) else { return }
                }
                store.end(nil)
            } catch { store.end(error) }
        }
    }

    /// Has a function called whenever a request has come.
    func setListener(_ listener: @escaping @Sendable () -> Void) { store.setListener(listener) }

    deinit {
        store.close()
        pump.cancel()
    }

    func next(waits: Bool) async throws -> Next {
        while true {
            let next = try store.take()
            guard case .nothingYet = next, waits else { return next }
            try Task.checkCancellation()
            await store.waitForPush()
        }
    }
}

extension AsyncPushQueue {
    /// What task and consumer share.
    fileprivate final class Store: Sendable {
        private typealias Waiter = CheckedContinuation<Void, Never>

        private struct State {
            var pushes = Batch<IdentifiedPush<ID>>()
            var isEnded = false
            /// Nobody is going to take any more.
            var isClosed = false
            var error: (any Error)?
            var consumer: Waiter?
            var producer: Waiter?
            var listener: (@Sendable () -> Void)?
        }

        private let state = Mutex(State())
        private let capacity: Int

        init(capacity: Int) { self.capacity = capacity }

        func take() throws -> Next {
            let (next, producer) = try state.withLock { state in
                guard let push = state.pushes.popFirst() else {
                    if let error = state.error.take() { throw error }
                    return (state.isEnded ? Next.end : .nothingYet, nil as Waiter?)
                }
                return (Next.push(push), state.pushes.isEmpty ? state.producer.take() : nil)
            }
            producer?.resume()
            return next
        }

        func setListener(_ listener: @escaping @Sendable () -> Void) {
            state.withLock { $0.listener = listener }
        }

        func waitForPush() async {
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isDue = state.withLock { state in
                        guard state.pushes.isEmpty, !state.isEnded, !Task.isCancelled else {
                            return true
                        }
                        state.consumer = continuation
                        return false
                    }
                    if isDue { continuation.resume() }
                }
            } onCancel: {
                state.withLock { $0.consumer.take() }?.resume()
            }
        }

        /// Puts in a request and waits until there is room for another; `false` when nobody takes
        /// it.
        func put(_ push: IdentifiedPush<ID>) async -> Bool {
            let (consumer, listener, isFull, isClosed) = state.withLock { state in
                // Whoever listens takes all there is, so the first of them is word enough.
                let listener = state.pushes.isEmpty ? state.listener : nil
                state.pushes.append(push)
                let isFull = state.pushes.count >= capacity
                return (state.consumer.take(), listener, isFull, state.isClosed)
            }
            consumer?.resume()
            listener?()
            guard isFull else { return !isClosed }
            await waitForRoom()
            return state.withLock { !$0.isClosed }
        }

        private func waitForRoom() async {
            await withCheckedContinuation { continuation in
                let hasRoom = state.withLock { state in
                    guard state.pushes.count >= capacity, !state.isClosed else { return true }
                    state.producer = continuation
                    return false
                }
                if hasRoom { continuation.resume() }
            }
        }

        func end(_ error: (any Error)?) {
            let consumer = state.withLock { state in
                state.isEnded = true
                state.error = error
                return state.consumer.take()
            }
            consumer?.resume()
        }

        func close() {
            let producer = state.withLock { state in
                state.isClosed = true
                state.pushes = Batch()
                return state.producer.take()
            }
            producer?.resume()
        }
    }
}
