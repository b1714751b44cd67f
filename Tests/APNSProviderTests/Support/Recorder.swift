// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Collects values from any thread; a test can wait until there are enough of them.
final class Recorder<Value: Sendable>: Sendable {
    private struct State {
        var values: [Value] = []
        /// Set when a test has timed out: waiting ends.
        var isOver = false
        var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    var values: [Value] { state.withLock { $0.values } }
    var count: Int { state.withLock { $0.values.count } }

    func record(_ value: Value) {
        let ready = state.withLock { state in
            state.values.append(value)
            let ready = state.waiters.filter { $0.count <= state.values.count }
            state.waiters.removeAll { $0.count <= state.values.count }
            return ready.map(\.continuation)
        }
        for continuation in ready { continuation.resume() }
    }

    /// Waits until there are at least `count` values, and returns all of them. Ends early when the
    /// test has timed out.
    @discardableResult
    func waitFor(_ count: Int) async -> [Value] {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    guard state.values.count < count, !state.isOver else { return true }
                    state.waiters.append((count, continuation))
                    return false
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            let waiters = state.withLock { state in
                defer { state.waiters = [] }
                state.isOver = true
                return state.waiters
            }
            for waiter in waiters { waiter.continuation.resume() }
        }
        return values
    }
}
