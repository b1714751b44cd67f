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

/// What goes on in a phone, so that others can wait until it has settled: its own work, and app
/// code that it waits for.
struct WorkCount {
    /// App code that was called and has not answered.
    struct Run {
        /// When the phone stops waiting; `nil` while it is being stopped.
        var deadline: Date?
        /// Whether the code has begun, and returned once if it answers later.
        var hasStarted = false
        let expire: @Sendable () -> Void
    }

    /// How many pieces of the phone's own work are under way.
    var busyCount = 0
    var runs: [UInt64: Run] = [:]
    var lastRunID: UInt64 = 0
    var settlers: [(withCode: Bool, continuation: CheckedContinuation<Void, Never>)] = []

    func isSettled(withCode: Bool) -> Bool {
        busyCount == 0 && (withCode ? runs.isEmpty : runs.values.allSatisfy(\.hasStarted))
    }

    /// Takes out whoever has waited for this state.
    mutating func takeSettled() -> [CheckedContinuation<Void, Never>] {
        guard !settlers.isEmpty, isSettled(withCode: false) else { return [] }
        let everyone = isSettled(withCode: true)
        let ready = settlers.filter { everyone || !$0.withCode }.map(\.continuation)
        settlers.removeAll { everyone || !$0.withCode }
        return ready
    }
}

extension VirtualDevice {
    /// Waits until the phone has nothing to do but wait for a time, a person or app code.
    ///
    /// - Parameter withCode: whether to wait for app code too, which may be for ever.
    public func settled(withCode: Bool = true) async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state -> Bool in
                if state.work.isSettled(withCode: withCode) { return true }
                state.work.settlers.append((withCode, continuation))
                return false
            }
            if isReady { continuation.resume() }
        }
    }

    /// Whether app code runs that the phone waits for.
    public var waitsForCode: Bool { state.withLock { !$0.work.runs.isEmpty } }

    /// Counts a piece of the phone's own work while it lasts.
    func working<Answer>(_ work: () async throws -> Answer) async rethrows -> Answer {
        editWork { $0.busyCount += 1 }
        defer { editWork { $0.busyCount -= 1 } }
        return try await work()
    }

    /// Starts a piece of work that nobody waits for but ``settled(withCode:)``.
    func spawn(_ work: @escaping @Sendable () async -> Void) {
        editWork { $0.busyCount += 1 }
        Task {
            await work()
            editWork { $0.busyCount -= 1 }
        }
    }

    func editWork(_ edit: (inout WorkCount) -> Void) {
        let ready = state.withLock { state in
            edit(&state.work)
            return state.work.takeSettled()
        }
        for continuation in ready { continuation.resume() }
    }

    /// Runs app code and stops waiting for it when its time is up; `nil` then.
    ///
    /// The code is cancelled but need not end: it may ignore that, and the phone goes on without
    /// it, as iOS does. To be called from within ``working(_:)``.
    func ask<Answer: Sendable>(
        within limit: Duration, _ code: @escaping @Sendable () async -> Answer
    ) async -> Answer? {
        let answers = OneAnswer<Answer?>()
        let runID = park(within: limit) { [self] runID in
            answers.give(nil, accepted: { unpark(runID) })
        }
        let work = Task {
            editWork { $0.runs[runID]?.hasStarted = true }
            let answer = await code()
            answers.give(answer, accepted: { unpark(runID) })
        }
        let answer = await answers.first
        work.cancel()
        return answer
    }

    /// The phone's work waits for app code from now on.
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

    /// The phone's work goes on.
    func unpark(_ runID: UInt64) {
        editWork { work in
            work.runs[runID] = nil
            work.busyCount += 1
        }
    }
}
