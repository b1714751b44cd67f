// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// Grants turns to a limited number of callers at a time, in the order of their requests; callers
/// with ``SQLUrgency/sending`` come before all others.
public final class TurnQueue: Sendable {
    private struct Waiter {
        let number: Int
        let turn: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var free: Int
        var isClosed = false
        var nextWaiter = 0
        var waiting: [Waiter] = []
        /// The waiting callers with ``SQLUrgency/sending``.
        var sending: [Waiter] = []
        /// The callers that were cancelled before they began to wait.
        var cancelled: Set<Int> = []

        /// Returns the caller that gets the next turn; `nil` if there is no turn for any waiting
        /// caller.
        mutating func next(reserved: Int) -> Waiter? {
            if free > 0, !sending.isEmpty {
                free -= 1
                return sending.removeFirst()
            }
            guard free > reserved, !waiting.isEmpty else { return nil }
            free -= 1
            return waiting.removeFirst()
        }

        mutating func remove(_ number: Int) -> Waiter? {
            if let index = waiting.firstIndex(where: { $0.number == number }) {
                return waiting.remove(at: index)
            }
            guard let index = sending.firstIndex(where: { $0.number == number }) else { return nil }
            return sending.remove(at: index)
        }
    }

    private let state: Mutex<State>
    private let count: Int
    private let waitersMax: Int
    private let reserved: Int
    private let waitSecondsMax: Int?

    /// - Parameters:
    ///   - count: the maximum number of simultaneous turns.
    ///   - waitersMax: the maximum number of waiting callers; further callers get an error
    ///     immediately.
    ///   - reserved: the number of turns that only callers with ``SQLUrgency/sending`` get.
    ///   - waitSecondsMax: the maximum time in seconds for which callers without
    ///     ``SQLUrgency/sending`` wait; `nil` for no limit.
    public init(count: Int, waitersMax: Int, reserved: Int = 0, waitSecondsMax: Int? = nil) {
        state = Mutex(State(free: count))
        self.count = count
        self.waitersMax = waitersMax
        self.reserved = min(reserved, max(0, count - 1))
        self.waitSecondsMax = waitSecondsMax
    }

    /// Waits for a turn; the caller must return the turn with ``giveBack()``.
    ///
    /// - Throws: ``SQLError`` if too many callers wait, the caller has waited for too long or the
    ///   queue was closed; `CancellationError` if the task was cancelled.
    public func take(_ urgency: SQLUrgency = .usual) async throws {
        let number = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        // If the task gets its turn and is cancelled at the same time, its number can be recorded
        // as cancelled after the wait. This statement removes the number.
        defer { _ = state.withLock { $0.cancelled.remove(number) } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { turn in
                wait(Waiter(number: number, turn: turn), urgency)
            }
        } onCancel: {
            cancel(number)
        }
    }

    /// The number of waiting callers.
    var waitingCount: Int { state.withLock { $0.waiting.count + $0.sending.count } }

    private func wait(_ waiter: Waiter, _ urgency: SQLUrgency) {
        let isSending = urgency == .sending
        let result: Result<Void, any Error>? = state.withLock { state in
            if state.cancelled.contains(waiter.number) { return .failure(CancellationError()) }
            guard !state.isClosed else {
                return .failure(SQLError(.closed, "the database is closed; open it again"))
            }
            if state.free > (isSending ? 0 : reserved) {
                state.free -= 1
                return .success(())
            }
            guard state.waiting.count + state.sending.count < waitersMax else {
                return .failure(
                    SQLError(
                        .busy,
                        "more than \(waitersMax) transactions wait for the database; try again "
                            + "later"))
            }
            if isSending { state.sending.append(waiter) } else { state.waiting.append(waiter) }
            return nil
        }
        if let result { return waiter.turn.resume(with: result) }
        guard let waitSecondsMax, !isSending else { return }
        let number = waiter.number
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(waitSecondsMax)) {
            self.expire(number, after: waitSecondsMax)
        }
    }

    private func expire(_ number: Int, after seconds: Int) {
        let waiter = state.withLock { $0.remove(number) }
        waiter?.turn.resume(
            throwing: SQLError(
                .busy,
                "none of \(count) connections to the database was free for \(seconds) s; try again "
                    + "later, or give the gateway more connections"))
    }

    private func cancel(_ number: Int) {
        let waiter = state.withLock { state -> Waiter? in
            if let waiter = state.remove(number) { return waiter }
            state.cancelled.insert(number)
            return nil
        }
        waiter?.turn.resume(throwing: CancellationError())
    }

    /// Returns a turn to the queue, which grants it to the next waiting caller.
    public func giveBack() {
        let next = state.withLock { state in
            state.free += 1
            return state.next(reserved: reserved)
        }
        next?.turn.resume()
    }

    /// Closes the queue. All waiting callers and all later callers get an error.
    public func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            defer {
                state.waiting = []
                state.sending = []
            }
            return state.waiting + state.sending
        }
        for waiter in waiting {
            waiter.turn.resume(
                throwing: SQLError(.closed, "the database is closed; open it again"))
        }
    }
}
