// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore
import Synchronization

/// Combines calls that wait at the same time into batches, so that a few statements serve many
/// calls.
///
/// A call that arrives while no batch runs is a batch of its own, so it waits for nothing. A call
/// never joins a batch that has already begun, so it sees everything that was stored before it.
final class CallBatches<Call: Sendable, Outcome: Sendable>: Sendable {
    /// A call that waits.
    private struct Waiter {
        let call: Call
        let continuation: CheckedContinuation<Outcome, any Error>
    }

    private struct State {
        var waiting: [Waiter] = []
        var running = 0
    }

    private let callsMax: Int
    private let runningMax: Int
    private let waitingMax: Int
    private let keys: @Sendable (Call) -> [String]
    private let body: @Sendable ([Call]) async throws -> [Outcome]
    private let state = Mutex(State())

    /// - Parameters:
    ///   - callsMax: the maximum number of calls in a batch.
    ///   - runningMax: the maximum number of batches that run at the same time.
    ///   - waitingMax: the maximum number of calls that wait; further calls get an error
    ///     immediately.
    ///   - keys: returns the names of what a call changes; two calls with a common name are never
    ///     in the same batch.
    ///   - body: carries out calls in one transaction, and returns their outcomes in the same
    ///     order. An error means that nothing has changed.
    init(
        callsMax: Int, runningMax: Int, waitingMax: Int = CallBatchLimits.waitingDefault,
        keys: @escaping @Sendable (Call) -> [String] = { _ in [] },
        body: @escaping @Sendable ([Call]) async throws -> [Outcome]
    ) {
        self.callsMax = callsMax
        self.runningMax = runningMax
        self.waitingMax = waitingMax
        self.keys = keys
        self.body = body
    }

    /// The number of calls that wait, apart from those in running batches.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Carries out a call, and returns its outcome.
    func perform(_ call: Call) async throws -> Outcome {
        try Task.checkCancellation()
        return try await withCheckedThrowingContinuation { continuation in
            add(Waiter(call: call, continuation: continuation))
        }
    }

    private func add(_ waiter: Waiter) {
        let (isFull, starts) = state.withLock { state in
            guard state.waiting.count < waitingMax else { return (true, false) }
            state.waiting.append(waiter)
            guard state.running < runningMax else { return (false, false) }
            state.running += 1
            return (false, true)
        }
        if isFull {
            waiter.continuation.resume(
                throwing: SQLError(
                    .busy,
                    "more than \(waitingMax) requests wait for the database; try again later"))
        }
        // A batch serves many tasks, so it runs without the task-local values of any of them.
        if starts { Task.detached { await self.run() } }
    }

    private func run() async {
        while let batch = next() { await run(batch) }
    }

    private func next() -> [Waiter]? {
        state.withLock { state in
            var batch: [Waiter] = []
            var left: [Waiter] = []
            var taken: Set<String> = []
            // Calls beyond the batch are not looked at, so that a long queue costs nothing.
            for (index, waiter) in state.waiting.enumerated() {
                guard batch.count < callsMax else {
                    left += state.waiting[index...]
                    break
                }
                let names = keys(waiter.call)
                // A call waits if it has a name in common with any earlier call, even with one that
                // waits itself, so that the order is kept.
                if taken.isDisjoint(with: names) {
                    batch.append(waiter)
                } else {
                    left.append(waiter)
                }
                taken.formUnion(names)
            }
            state.waiting = left
            if batch.isEmpty { state.running -= 1 }
            return batch.isEmpty ? nil : batch
        }
    }

    private func run(_ batch: [Waiter]) async {
        do {
            let outcomes = try await body(batch.map(\.call))
            guard outcomes.count == batch.count else { throw CallBatchError() }
            for (waiter, outcome) in zip(batch, outcomes) {
                waiter.continuation.resume(returning: outcome)
            }
        } catch let error where batch.count > 1 && Self.mayConcernOne(error) {
            for waiter in batch { await run([waiter]) }
        } catch {
            for waiter in batch { waiter.continuation.resume(throwing: error) }
        }
    }

    /// Returns whether one call of a batch may have caused an error, so that the other calls may
    /// succeed without it.
    private static func mayConcernOne(_ error: any Error) -> Bool {
        guard let error = error as? SQLError else { return true }
        return error.kind == .failed || error.kind == .conflict
    }
}

/// The limits of calls that are combined.
enum CallBatchLimits {
    /// The maximum number of calls of one kind that wait.
    static let waitingDefault = 10_000
}

/// The error when a batch has no outcome for each of its calls.
struct CallBatchError: Error {}
