// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation

/// Runs code of the app's that may hang, and waits for it no longer than a limit.
enum TimeLimit {
    enum Outcome<Answer: Sendable>: Sendable {
        case ended(Result<Answer, any Error>)
        /// It was cancelled, and may still be running if it does not heed that.
        case tookTooLong
    }

    /// The code runs in a task of its own, because a task group would wait for a child that ignores
    /// its cancellation. When the caller is cancelled, so is the code, and that is waited for.
    @MainActor
    static func run<Answer: Sendable>(
        _ limit: Duration, _ time: TimeSource,
        _ body: @escaping @MainActor @Sendable () async throws -> Answer
    ) async -> Outcome<Answer> {
        let race = Race<Answer>()
        let work = Task { @MainActor in
            do { race.end(.ended(.success(try await body()))) } catch {
                race.end(.ended(.failure(error)))
            }
        }
        // From now, not from when the task gets its turn.
        let end = time.now + limit.inSeconds
        let timer = Task {
            let left = Duration.seconds(end.timeIntervalSince(time.now))
            guard (try? await time.sleep(for: left)) != nil else { return }
            race.end(.tookTooLong)
        }
        return await withTaskCancellationHandler {
            let outcome = await race.outcome()
            timer.cancel()
            if case .tookTooLong = outcome { work.cancel() }
            return outcome
        } onCancel: {
            work.cancel()
        }
    }
}

/// The first of several outcomes.
private final class Race<Answer: Sendable>: Sendable {
    private typealias Waiting = CheckedContinuation<TimeLimit.Outcome<Answer>, Never>

    private struct State: Sendable {
        var outcome: TimeLimit.Outcome<Answer>?
        var waiting: Waiting?
    }

    private let state = Guarded(State())

    func end(_ outcome: TimeLimit.Outcome<Answer>) {
        let waiting = state.withLock { state -> Waiting? in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: outcome)
    }

    func outcome() async -> TimeLimit.Outcome<Answer> {
        await withCheckedContinuation { continuation in
            let outcome = state.withLock { state in
                if state.outcome == nil { state.waiting = continuation }
                return state.outcome
            }
            if let outcome { continuation.resume(returning: outcome) }
        }
    }
}
