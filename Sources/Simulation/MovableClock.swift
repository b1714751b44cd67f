// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A clock that runs like another clock and can be moved forward, so that a running simulator can
/// skip a month in one step. Only ``reset()`` moves the clock back.
///
/// ``advance(by:)`` wakes all callers of ``timeSource`` that are due at the new time.
public final class MovableClock: Sendable {
    /// The maximum time by which the clock can be ahead of the other clock: about 100 years.
    public static let leadMax = Duration.seconds(100 * 366 * 86_400)

    private let base: TimeSource
    private let leadState = Mutex(Duration.zero)
    /// The number of calls of ``reset()``.
    private let resets = Mutex(0)
    private let moves = ChangeSignal()

    /// Makes a clock with the time of the other clock.
    public init(base: TimeSource = .system) { self.base = base }

    /// The time by which the clock is ahead of the other clock.
    public var lead: Duration { leadState.withLock { $0 } }

    public var now: Date { base.now + lead.inSeconds }

    /// The time since a fixed moment. It includes the time by which the clock was moved.
    public var uptime: Duration { base.uptime + lead }

    /// This clock as a time source.
    public var timeSource: TimeSource {
        TimeSource(
            now: { self.now }, uptime: { self.uptime },
            sleepUntil: { try await self.sleep(until: $0) })
    }

    /// Moves the clock forward.
    ///
    /// - Returns: Whether the clock was moved. The value is `false` if the duration is negative or
    ///   ``leadMax`` would be exceeded.
    @discardableResult
    public func advance(by duration: Duration) -> Bool {
        let isMoved = leadState.withLock { lead in
            guard duration >= .zero, duration <= Self.leadMax - lead else { return false }
            lead += duration
            return true
        }
        if isMoved { moves.signal() }
        return isMoved
    }

    /// Sets the clock to the time of the other clock, in preparation for the next test, and wakes
    /// all waiting callers.
    public func reset() {
        leadState.withLock { $0 = .zero }
        resets.withLock { $0 += 1 }
        moves.signal()
    }

    private var resetCount: Int { resets.withLock { $0 } }

    private func due(_ wake: TimeSource.WakeTime) -> Duration {
        switch wake {
        case .after(let duration): uptime + duration
        case .uptime(let due): due
        case .date(let date):
            // Both ``now`` and ``uptime`` include the lead, so the lead has no effect on the
            // difference.
            base.uptime + Duration(saturatingSeconds: date.timeIntervalSince(base.now))
        }
    }

    private func sleep(until wake: TimeSource.WakeTime) async throws {
        let due = due(wake)
        let count = resetCount
        // The subscription begins before the time is read, so that no move is missed.
        let moved = moves.stream()
        while uptime < due, resetCount == count {
            let remaining = due - uptime
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await self.base.sleep(for: remaining) }
                group.addTask {
                    for await _ in moved where self.uptime >= due || self.resetCount != count {
                        return
                    }
                    try Task.checkCancellation()
                }
                try await group.next()
                group.cancelAll()
            }
        }
        try Task.checkCancellation()
    }
}
