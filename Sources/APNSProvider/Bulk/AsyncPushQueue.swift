// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A few requests of an asynchronous source, taken ahead by a task of their own, so that outcomes
/// need not wait for the source.
final class AsyncPushQueue<ID: Sendable>: Sendable {
    enum Next: Sendable {
        case push(IdentifiedPush<ID>)
        /// The source has none at the moment.
        case nothingYet
        case end
    }

    private struct State {
        var pushes: [IdentifiedPush<ID>] = []
        var firstIndex = 0
        var isEnded = false
        var error: (any Error)?
        var consumer: CheckedContinuation<Void, Never>?
        var producer: CheckedContinuation<Void, Never>?
        var pump: Task<Void, Never>?
    }

    private let state = Mutex(State())
    private let capacity: Int

    init<S: AsyncSequence & Sendable>(_ source: S, capacity: Int)
    where S.Element == IdentifiedPush<ID> {
        self.capacity = capacity
        let pump = Task { [weak self] in
            do {
                for try await push in source {
                    guard let self else { return }
                    await self.put(push)
                }
                self?.end(nil)
            } catch { self?.end(error) }
        }
        state.withLock { $0.pump = pump }
    }

    deinit {
        let (pump, producer) = state.withLock { ($0.pump, $0.producer.take()) }
        pump?.cancel()
        producer?.resume()
    }

    func next(waits: Bool) async throws -> Next {
        while true {
            let (next, producer) = try take()
            producer?.resume()
            if case .nothingYet = next, waits {
                try Task.checkCancellation()
                await waitForPush()
                continue
            }
            return next
        }
    }

    private func take() throws -> (Next, CheckedContinuation<Void, Never>?) {
        try state.withLock { state in
            guard state.firstIndex < state.pushes.count else {
                if let error = state.error.take() { throw error }
                return (state.isEnded ? .end : .nothingYet, nil)
            }
            let push = state.pushes[state.firstIndex]
            state.firstIndex += 1
            if state.firstIndex == state.pushes.count {
                state.pushes.removeAll(keepingCapacity: true)
                state.firstIndex = 0
                return (.push(push), state.producer.take())
            }
            return (.push(push), nil)
        }
    }

    private func waitForPush() async {
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

    private func put(_ push: IdentifiedPush<ID>) async {
        let (consumer, isFull) = state.withLock { state in
            state.pushes.append(push)
            return (state.consumer.take(), state.pushes.count >= capacity)
        }
        consumer?.resume()
        guard isFull else { return }
        await withCheckedContinuation { continuation in
            let hasRoom = state.withLock { state in
                guard state.pushes.count >= capacity else { return true }
                state.producer = continuation
                return false
            }
            if hasRoom { continuation.resume() }
        }
    }

    private func end(_ error: (any Error)?) {
        let consumer = state.withLock { state in
            state.isEnded = true
            state.error = error
            return state.consumer.take()
        }
        consumer?.resume()
    }
}
