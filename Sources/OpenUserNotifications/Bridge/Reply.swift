// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The reply to one call of app code, which may be given on any thread, repeatedly or never.
final class Reply<Value: Sendable>: Sendable {
    private enum State {
        case open
        case waiting(CheckedContinuation<Value?, Never>)
        case given(Value?)
    }

    private let state = Mutex(State.open)

    /// Gives the reply; later calls are ignored. `nil` means that there will be no reply.
    func give(_ value: Value?) {
        let continuation = state.withLock { state -> CheckedContinuation<Value?, Never>? in
            switch state {
            case .open: state = .given(value)
            case .given: break
            case .waiting(let continuation):
                state = .given(value)
                return continuation
            }
            return nil
        }
        continuation?.resume(returning: value)
    }

    /// Waits for the reply, and may be called once. Returns `nil` when the task was cancelled
    /// because its time expired.
    func value(onCancel: @escaping @Sendable () -> Void = {}) async -> Value? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let given = state.withLock { state -> Value?? in
                    if case .given(let value) = state { return .some(value) }
                    state = .waiting(continuation)
                    return nil
                }
                if let given { continuation.resume(returning: given) }
            }
        } onCancel: {
            onCancel()
            give(nil)
        }
    }
}
