// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The running work of a phone: the phone's own work, and the app code for which the phone waits.
/// The counts allow other code to wait until the phone has settled.
struct WorkCount {
    /// A call of app code that has not returned.
    struct Run {
        /// The time at which the phone stops waiting; `nil` while the call is being stopped.
        var deadline: Date?
        /// Whether the code has started; for a service extension, whether its method has returned.
        var hasStarted = false
        /// Whether the code is considered to hang, so that `settled(withCode:)` does not wait for
        /// it.
        var isHanging = false
        let expire: @Sendable () -> Void
    }

    /// The number of running pieces of the phone's own work.
    var busyCount = 0
    var runs: [UInt64: Run] = [:]
    var lastRunID: UInt64 = 0
    var settlers: [Settler] = []
    var lastSettlerID: UInt64 = 0

    /// A task that waits until the phone has settled.
    struct Settler {
        let id: UInt64
        let withCode: Bool
        let answer: FirstValue<Bool>
    }

    func isSettled(withCode: Bool) -> Bool {
        busyCount == 0
            && runs.values.allSatisfy { run in
                withCode ? run.isHanging : run.hasStarted || run.isHanging
            }
    }

    /// Removes and returns the waiters that no longer have to wait.
    mutating func takeSettled() -> [FirstValue<Bool>] {
        guard !settlers.isEmpty, isSettled(withCode: false) else { return [] }
        let everyone = isSettled(withCode: true)
        let ready = settlers.filter { everyone || !$0.withCode }.map(\.answer)
        settlers.removeAll { everyone || !$0.withCode }
        return ready
    }
}

extension VirtualDevice {
    /// Waits until the phone has nothing left to do except wait for a time, a person or app code.
    /// Returns early when the task is cancelled.
    ///
    /// - Parameter withCode: Whether to wait for app code too. This wait may never end.
    /// - Returns: Whether the phone has settled.
    @discardableResult
    public func settled(withCode: Bool = true) async -> Bool {
        let answer = FirstValue<Bool>()
        let id = state.withLock { state -> UInt64? in
            if state.work.isSettled(withCode: withCode) { return nil }
            state.work.lastSettlerID += 1
            let id = state.work.lastSettlerID
            state.work.settlers.append(.init(id: id, withCode: withCode, answer: answer))
            return id
        }
        guard let id else { return true }
        return await withTaskCancellationHandler {
            await answer.first
        } onCancel: {
            editWork { work in work.settlers.removeAll { $0.id == id } }
            answer.give(false)
        }
    }

    /// Stops ``settled(withCode:)`` from waiting for the app code that is running now, because the
    /// code took too long. The phone itself continues to wait until the time limit of the code.
    package func giveUpWaitingForCode() {
        editWork { work in
            for id in work.runs.keys where work.runs[id]?.hasStarted == true {
                work.runs[id]?.isHanging = true
            }
        }
    }

    /// Whether the phone waits for running app code.
    public var waitsForCode: Bool { state.withLock { !$0.work.runs.isEmpty } }

    /// Whether the phone waits for app code that `giveUpWaitingForCode()` marked as hanging, so
    /// that ``settled(withCode:)`` no longer waits for this code.
    package var hasHangingCode: Bool {
        state.withLock { state in state.work.runs.values.contains { $0.isHanging } }
    }

    /// Runs a piece of the phone's own work, and counts it while it runs.
    func working<Answer>(_ work: () async throws -> Answer) async rethrows -> Answer {
        editWork { $0.busyCount += 1 }
        defer { editWork { $0.busyCount -= 1 } }
        return try await work()
    }

    /// Starts a piece of work for which only ``settled(withCode:)`` waits.
    func spawn(_ work: @escaping @Sendable () async -> Void) {
        editWork { $0.busyCount += 1 }
        Task {
            await work()
            editWork { $0.busyCount -= 1 }
        }
    }

    /// Starts a piece of work that continues even when app code blocks all threads of Swift's
    /// tasks.
    func spawnApart(_ work: @escaping @Sendable () async -> Void) {
        editWork { $0.busyCount += 1 }
        Task(executorPreference: PhoneThreads.shared) { [self] in
            await work()
            editWork { $0.busyCount -= 1 }
        }
    }

    /// Runs a completion handler of app code on a separate thread, which the handler may block.
    func spawnHandler(_ handler: @escaping @Sendable () -> Void) {
        editWork { $0.busyCount += 1 }
        PhoneThreads.run { [self] in
            handler()
            editWork { $0.busyCount -= 1 }
        }
    }

    func editWork(_ edit: (inout WorkCount) -> Void) {
        let ready = state.withLock { state in
            edit(&state.work)
            return state.work.takeSettled()
        }
        for answer in ready { answer.give(true) }
    }

    /// Runs app code; returns `nil` when its time is over.
    ///
    /// The code is then cancelled. If the code ignores the cancellation, the phone continues
    /// without its result, as iOS does. Call this only within ``working(_:)``.
    func awaitResult<Answer: Sendable>(
        within limit: Duration, _ code: @escaping @Sendable () async -> Answer
    ) async -> Answer? {
        let answers = FirstValue<Answer?>()
        let runID = park(within: limit) { [self] runID in
            answers.give(nil, accepted: { unpark(runID) })
        }
        let work = Task(executorPreference: PhoneThreads.shared) { [self] in
            editWork { $0.runs[runID]?.hasStarted = true }
            let answer = await code()
            answers.give(answer, accepted: { unpark(runID) })
        }
        let answer = await answers.first
        work.cancel()
        return answer
    }

    /// Marks a piece of the phone's work as waiting for app code; returns the identifier of the
    /// run.
    func park(
        within limit: Duration, expire: @escaping @Sendable (UInt64) -> Void
    ) -> UInt64 {
        let deadline = time.now + limit.inSeconds
        var runID: UInt64 = 0
        editWork { work in
            work.lastRunID += 1
            runID = work.lastRunID
            let id = runID
            work.runs[id] = WorkCount.Run(deadline: deadline, expire: { expire(id) })
            work.busyCount -= 1
        }
        rearm()
        return runID
    }

    /// Marks a piece of the phone's work as running again.
    func unpark(_ runID: UInt64) {
        editWork { work in
            work.runs[runID] = nil
            work.busyCount += 1
        }
    }
}
