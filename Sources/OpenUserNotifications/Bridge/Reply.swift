// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The reply of app code to one call. App code may reply on any thread, several times or never.
final class Reply<Value: Sendable>: Sendable {
    private enum State {
        case open
        case waiting(CheckedContinuation<Value?, Never>)
        case given(Value?)
    }

    private let state = Mutex(State.open)

    /// Sets the reply; later calls are ignored. `nil` means that there will be no reply.
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

    /// Waits for the reply; call this method only once. Returns `nil` if the waiting task is
    /// cancelled because the time for the reply has expired.
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
