// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Stores the first of several values and drops the others.
final class FirstValue<Value: Sendable>: Sendable {
    private enum State {
        case open
        case waiting(CheckedContinuation<Value, Never>)
        case given(Value)
        case taken
    }

    private let state = Mutex(State.open)
    private let whenGiven: @Sendable (Value) -> Void

    /// - Parameter whenGiven: Called with the first value, before a waiting task resumes.
    init(whenGiven: @escaping @Sendable (Value) -> Void = { _ in }) {
        self.whenGiven = whenGiven
    }

    /// Sets the value; returns `false` when a value was already set.
    ///
    /// - Parameter accepted: Called before the waiting task resumes, if this is the first value.
    @discardableResult
    func give(_ value: Value, accepted: () -> Void = {}) -> Bool {
        let (isFirst, continuation) = state.withLock {
            state -> (Bool, CheckedContinuation<Value, Never>?) in
            switch state {
            case .open:
                state = .given(value)
                return (true, nil)
            case .waiting(let continuation):
                state = .taken
                return (true, continuation)
            case .given, .taken: return (false, nil)
            }
        }
        if isFirst {
            accepted()
            whenGiven(value)
        }
        continuation?.resume(returning: value)
        return isFirst
    }

    /// Waits for the first value. Only one task may read this property, and only once.
    var first: Value {
        get async {
            await withCheckedContinuation { continuation in
                let given = state.withLock { state -> Value? in
                    if case .given(let value) = state {
                        state = .taken
                        return value
                    }
                    state = .waiting(continuation)
                    return nil
                }
                if let given { continuation.resume(returning: given) }
            }
        }
    }
}
