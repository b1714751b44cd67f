// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation

/// Ends the wait for work, not the work: code that ignores cancellation costs its time and no more.
enum StepLimit {
    struct Reached: Error {}

    /// Runs work and waits for it, but not longer than a limit.
    ///
    /// - Throws: ``Reached`` when the time was over first, `CancellationError` when the caller was
    ///   cancelled, else what the work throws. In the first two cases the work is cancelled.
    static func run<Answer: Sendable>(
        _ limit: Duration, on time: TimeSource,
        _ work: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        let race = Race<Answer>()
        let due = time.now + limit.inSeconds
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                race.begin(
                    continuation,
                    [
                        Task {
                            do { race.end(.success(try await work())) } catch {
                                race.end(.failure(error))
                            }
                        },
                        Task {
                            try await time.sleep(until: due, within: limit)
                            race.end(.failure(Reached()))
                        },
                    ])
            }
        } onCancel: {
            race.end(.failure(CancellationError()))
        }
    }
}

extension TimeSource {
    /// Waits until a moment, but not longer than a duration, however the wall clock is set.
    func sleep(until due: Date, within limit: Duration) async throws {
        let rest = Duration.seconds(due.timeIntervalSince(now))
        try await sleep(for: min(max(rest, .zero), limit))
    }
}

/// The first answer counts.
private final class Race<Answer: Sendable>: Sendable {
    private struct State {
        var continuation: CheckedContinuation<Answer, any Error>?
        var tasks: [Task<Void, any Error>] = []
        var early: Result<Answer, any Error>?
        var isOver = false
    }

    private let state = Guarded(State())

    func begin(
        _ continuation: CheckedContinuation<Answer, any Error>, _ tasks: [Task<Void, any Error>]
    ) {
        let early = state.withLock { state -> Result<Answer, any Error>? in
            guard !state.isOver else { return state.early }
            (state.continuation, state.tasks) = (continuation, tasks)
            return nil
        }
        guard let early else { return }
        for task in tasks { task.cancel() }
        continuation.resume(with: early)
    }

    func end(_ result: Result<Answer, any Error>) {
        let ended = state.withLock { state -> State? in
            guard !state.isOver else { return nil }
            (state.isOver, state.early) = (true, result)
            defer { (state.continuation, state.tasks) = (nil, []) }
            return state
        }
        guard let ended else { return }
        for task in ended.tasks { task.cancel() }
        ended.continuation?.resume(with: result)
    }
}
