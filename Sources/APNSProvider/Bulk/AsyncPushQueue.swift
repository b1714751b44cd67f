// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A queue of requests that a separate task reads ahead from an asynchronous source, so that
/// outcomes need not wait for the source. The task ends when the queue is deallocated.
final class AsyncPushQueue<ID: Sendable>: Sendable {
    enum Next: Sendable {
        case push(IdentifiedPush<ID>)
        /// The source has no request at the moment.
        case nothingYet
        case end
    }

    private let store: Store
    private let pump: Task<Void, Never>

    init<S: AsyncSequence & Sendable>(_ source: S, capacity: Int)
    where S.Element == IdentifiedPush<ID> {
        let store = Store(capacity: capacity)
        self.store = store
        // The task must not retain this queue: a reference cycle would keep both alive.
        pump = Task {
            do {
                for try await push in source {
                    guard await store.put(push) else { return }
                }
                store.end(nil)
            } catch { store.end(error) }
        }
    }

    /// Sets a function that is called when a request arrives in the empty queue.
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
    /// The state that the task and the consumer share.
    fileprivate final class Store: Sendable {
        private typealias Waiter = CheckedContinuation<Void, Never>

        private struct State {
            var pushes = FIFOQueue<IdentifiedPush<ID>>()
            var isEnded = false
            /// Whether no more requests will be taken.
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

        /// Adds a request and waits until there is room for another request; returns `false` when
        /// the queue is closed.
        func put(_ push: IdentifiedPush<ID>) async -> Bool {
            let (consumer, listener, isFull, isClosed) = state.withLock { state in
                // The listener takes all requests in the queue, so it is called only for a request
                // that arrives in an empty queue.
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
                state.pushes = FIFOQueue()
                return state.producer.take()
            }
            producer?.resume()
        }
    }
}
