// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Grants turns to a limited number of callers at a time, in the order of their requests.
public final class TurnQueue: Sendable {
    private struct State {
        var free: Int
        var isClosed = false
        var nextWaiter = 0
        var waiting: [(number: Int, turn: CheckedContinuation<Void, any Error>)] = []
        /// The callers that were cancelled before they began to wait.
        var cancelled: Set<Int> = []
    }

    private let state: Mutex<State>
    private let waitersMax: Int

    /// - Parameters:
    ///   - count: the maximum number of simultaneous turns.
    ///   - waitersMax: the maximum number of waiting callers; further callers get an error
    ///     immediately.
    public init(count: Int, waitersMax: Int) {
        state = Mutex(State(free: count))
        self.waitersMax = waitersMax
    }

    /// Waits for a turn; the caller must return the turn with ``giveBack()``.
    ///
    /// - Throws: ``SQLError`` if too many callers wait or the queue was closed; `CancellationError`
    ///   if the task was cancelled.
    public func take() async throws {
        let number = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        // If the task gets its turn and is cancelled at the same time, its number can be recorded
        // as cancelled after the wait. This statement removes the number.
        defer { _ = state.withLock { $0.cancelled.remove(number) } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { turn in wait(number, turn) }
        } onCancel: {
            cancel(number)
        }
    }

    private func wait(_ number: Int, _ turn: CheckedContinuation<Void, any Error>) {
        let result: Result<Void, any Error>? = state.withLock { state in
            if state.cancelled.contains(number) { return .failure(CancellationError()) }
            guard !state.isClosed else {
                return .failure(SQLError(.closed, "the database is closed; open it again"))
            }
            if state.free > 0 {
                state.free -= 1
                return .success(())
            }
            guard state.waiting.count < waitersMax else {
                return .failure(
                    SQLError(
                        .busy,
                        "more than \(waitersMax) transactions wait for the database; try again "
                            + "later"))
            }
            state.waiting.append((number, turn))
            return nil
        }
        if let result { turn.resume(with: result) }
    }

    private func cancel(_ number: Int) {
        let turn = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard let index = state.waiting.firstIndex(where: { $0.number == number }) else {
                state.cancelled.insert(number)
                return nil
            }
            return state.waiting.remove(at: index).turn
        }
        turn?.resume(throwing: CancellationError())
    }

    /// Returns a turn to the queue, which grants it to the next waiting caller.
    public func giveBack() {
        let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard !state.waiting.isEmpty else {
                state.free += 1
                return nil
            }
            return state.waiting.removeFirst().turn
        }
        next?.resume()
    }

    /// Closes the queue. All waiting callers and all later callers get an error.
    public func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for waiter in waiting {
            waiter.turn.resume(
                throwing: SQLError(.closed, "the database is closed; open it again"))
        }
    }
}
