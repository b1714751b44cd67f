// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation

/// Waits for code that may hang, but no longer than a limit. At the limit, the wait ends, but the
/// code may continue: code that ignores its cancellation delays the caller only until the limit.
enum TimeLimit {
    enum Outcome<Output: Sendable>: Sendable {
        case ended(Result<Output, any Error>)
        /// The limit was reached. The code may still be running if it ignores its cancellation.
        case tookTooLong
    }

    /// Waits for a task that the caller has started on the actor on which the task's code must run.
    /// A task group would have to wait for a child that ignores its cancellation; this function
    /// does not have to.
    ///
    /// - Parameters:
    ///   - limit: the longest wait, measured from the call; changes of the wall clock do not affect
    ///     it.
    ///   - cancels: whether the task is cancelled when the limit is reached, and when the caller is
    ///     cancelled. A cancelled caller still waits for the task to end, at most until the limit.
    static func wait<Output: Sendable, Failure: Error>(
        _ limit: Duration, _ time: TimeSource, for work: Task<Output, Failure>,
        cancels: Bool = true, isolation: isolated (any Actor)? = #isolation
    ) async -> Outcome<Output> {
        let race = Race<Output>()
        // This task runs on the caller's actor. Work that ended on that actor before the limit was
        // reached is therefore considered to have ended in time.
        Task {
            _ = isolation
            race.end(.ended(await work.result.mapError { $0 }))
        }
        // The limit is measured from here, not from when the timer's task is first scheduled.
        let due = time.uptime + limit
        let timer = Task {
            _ = isolation
            guard (try? await time.sleep(untilUptime: due)) != nil else { return }
            race.end(.tookTooLong)
        }
        return await withTaskCancellationHandler {
            let outcome = await race.outcome()
            timer.cancel()
            if case .tookTooLong = outcome, cancels { work.cancel() }
            return outcome
        } onCancel: {
            if cancels { work.cancel() }
        }
    }
}

/// Stores the first of several outcomes, and ignores the others.
private final class Race<Output: Sendable>: Sendable {
    private typealias Waiting = CheckedContinuation<TimeLimit.Outcome<Output>, Never>

    private struct State: Sendable {
        var outcome: TimeLimit.Outcome<Output>?
        var waiting: Waiting?
    }

    private let state = Guarded(State())

    func end(_ outcome: TimeLimit.Outcome<Output>) {
        let waiting = state.withLock { state -> Waiting? in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: outcome)
    }

    func outcome(
        isolation: isolated (any Actor)? = #isolation
    ) async -> TimeLimit.Outcome<Output> {
        await withCheckedContinuation { continuation in
            let outcome = state.withLock { state in
                if state.outcome == nil { state.waiting = continuation }
                return state.outcome
            }
            if let outcome { continuation.resume(returning: outcome) }
        }
    }
}
