// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The answer to one call of app code, which may come from any thread, twice or never.
final class Reply<Value: Sendable>: Sendable {
    private enum State {
        case open
        case waiting(CheckedContinuation<Value?, Never>)
        case given(Value?)
    }

    private let state = Mutex(State.open)

    /// Gives the answer; only the first one counts. Nil says that there will be none.
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

    /// Waits for the answer, once; nil when the task was cancelled because time is up.
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
