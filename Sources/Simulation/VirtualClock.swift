// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A clock that moves only when it is advanced. Waiting for it takes no real time.
///
/// Pass its ``timeSource`` to the code under test. ``advance(by:)`` wakes all callers that are due,
/// in the order of their times; callers that are due at the same instant wake in the order of their
/// calls.
public final class VirtualClock: Sendable {
    private struct Sleeper {
        let id: UInt64
        /// The value of ``VirtualClock/uptime`` at which the caller wakes.
        let due: Duration
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: Date
        var uptime = Duration.zero
        var nextID: UInt64 = 0
        var sleepers: [Sleeper] = []
        var cancelled: Set<UInt64> = []

        func due(_ wake: TimeSource.WakeTime) -> Duration {
            switch wake {
            case .after(let duration): uptime + duration
            case .uptime(let due): due
            case .date(let date):
                uptime + Duration(saturatingSeconds: date.timeIntervalSince(now))
            }
        }
    }

    private let state: Mutex<State>

    /// Makes a clock at a fixed time; by default, 2026-01-01 00:00 UTC.
    public init(now: Date = Date(timeIntervalSince1970: 1_767_225_600)) {
        state = Mutex(State(now: now))
    }

    public var now: Date { state.withLock { $0.now } }

    /// The time by which ``advance(by:)`` has moved the clock; ``jump(to:)`` does not change this
    /// time.
    public var uptime: Duration { state.withLock { $0.uptime } }

    /// The number of callers that wait for this clock.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// The time until the first waiting caller is due, in seconds; `nil` if no caller waits.
    public var secondsToNextWake: Double? {
        state.withLock { state in
            state.sleepers.map { ($0.due - state.uptime).inSeconds }.min()
        }
    }

    /// This clock as a time source for the code under test.
    public var timeSource: TimeSource {
        TimeSource(
            now: { self.now }, uptime: { self.uptime },
            sleepUntil: { try await self.sleep(until: $0) })
    }

    /// Moves the time forward, and wakes the callers that are due by the new time.
    public func advance(by duration: Duration) {
        let due = state.withLock { state -> [Sleeper] in
            state.now += duration.inSeconds
            state.uptime += duration
            let due = state.sleepers.filter { $0.due <= state.uptime }
            state.sleepers.removeAll { $0.due <= state.uptime }
            return due.sorted { ($0.due, $0.id) < ($1.due, $1.id) }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Sets the wall clock without waking any caller, as a person or a time server does.
    public func jump(to date: Date) { state.withLock { $0.now = date } }

    private func sleep(until wake: TimeSource.WakeTime) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { state -> Result<Void, any Error>? in
                    if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
                    let due = state.due(wake)
                    if due <= state.uptime { return .success(()) }
                    state.sleepers.append(Sleeper(id: id, due: due, continuation: continuation))
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let sleeper = state.withLock { state -> Sleeper? in
                guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
                    state.cancelled.insert(id)
                    return nil
                }
                return state.sleepers.remove(at: index)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }
}
