// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Stores the first of several answers and drops the others.
final class OneAnswer<Answer: Sendable>: Sendable {
    private enum State {
        case open
        case waiting(CheckedContinuation<Answer, Never>)
        case given(Answer)
        case taken
    }

    private let state = Mutex(State.open)
    private let whenGiven: @Sendable (Answer) -> Void

    /// - Parameter whenGiven: Called with the first answer, before a waiting task resumes.
    init(whenGiven: @escaping @Sendable (Answer) -> Void = { _ in }) {
        self.whenGiven = whenGiven
    }

    /// Sets the answer; returns `false` when there was one already.
    ///
    /// - Parameter accepted: Called before the waiting task resumes, if this is the first answer.
    @discardableResult
    func give(_ answer: Answer, accepted: () -> Void = {}) -> Bool {
        let (isFirst, continuation) = state.withLock {
            state -> (Bool, CheckedContinuation<Answer, Never>?) in
            switch state {
            case .open:
                state = .given(answer)
                return (true, nil)
            case .waiting(let continuation):
                state = .taken
                return (true, continuation)
            case .given, .taken: return (false, nil)
            }
        }
        if isFirst {
            accepted()
            whenGiven(answer)
        }
        continuation?.resume(returning: answer)
        return isFirst
    }

    /// Waits for the first answer; read it only once.
    var first: Answer {
        get async {
            await withCheckedContinuation { continuation in
                let given = state.withLock { state -> Answer? in
                    if case .given(let answer) = state {
                        state = .taken
                        return answer
                    }
                    state = .waiting(continuation)
                    return nil
                }
                if let given { continuation.resume(returning: given) }
            }
        }
    }
}
