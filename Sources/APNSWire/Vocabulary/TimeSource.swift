// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The source of time for all code. It exists so that tests can control the time. Never query the
/// system's clocks directly.
///
/// The wall clock provides the date, for tokens and expirations; ``uptime`` and ``sleep(for:)`` use
/// a clock that does not jump when the wall clock is set.
public struct TimeSource: Sendable {
    private let readNow: @Sendable () -> Date
    private let readUptime: @Sendable () -> Duration
    private let wait: @Sendable (WakeTime) async throws -> Void

    /// The time at which a wait ends.
    public enum WakeTime: Hashable, Sendable {
        /// When the given duration has passed since the call.
        case after(Duration)
        /// When ``TimeSource/uptime`` has this value.
        case uptime(Duration)
        /// When the wall clock would reach this date if it were not set again after the call.
        case date(Date)
    }

    /// Makes a time source from clocks that cannot be moved.
    ///
    /// - Parameter uptime: returns the time since a fixed moment; by default ``systemUptime()``.
    public init(
        now: @escaping @Sendable () -> Date,
        uptime: @escaping @Sendable () -> Duration = TimeSource.systemUptime,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.init(now: now, uptime: uptime) { wake in
            switch wake {
            case .after(let duration): try await sleep(duration)
            case .uptime(let due): try await sleep(max(.zero, due - uptime()))
            case .date(let date):
                let wait = date.timeIntervalSince(now())
                try await sleep(Duration(saturatingSeconds: max(0, wait)))
            }
        }
    }

    /// Makes a time source from clocks that can be moved. `sleepUntil` resolves each ``WakeTime``
    /// in one step, so that a wait does not become longer if a clock is moved after the time was
    /// read and before the wait began.
    public init(
        now: @escaping @Sendable () -> Date, uptime: @escaping @Sendable () -> Duration,
        sleepUntil: @escaping @Sendable (WakeTime) async throws -> Void
    ) {
        readNow = now
        readUptime = uptime
        wait = sleepUntil
    }

    /// The wall clock.
    public var now: Date { readNow() }

    /// The time since a moment that is fixed while the process runs.
    public var uptime: Duration { readUptime() }

    private static let origin = ContinuousClock.now

    /// Returns the time since the first call in this process.
    @Sendable public static func systemUptime() -> Duration { ContinuousClock.now - origin }

    /// Waits for at least this duration. Throws `CancellationError` when the task is cancelled.
    public func sleep(for duration: Duration) async throws { try await wait(.after(duration)) }

    /// Waits until ``uptime`` reaches a value. Throws `CancellationError` when the task is
    /// cancelled.
    ///
    /// A task may start later than it was created. If the task's creator computes the value, the
    /// time before the task starts counts as part of the wait.
    public func sleep(untilUptime due: Duration) async throws { try await wait(.uptime(due)) }

    /// Waits until a date. Throws `CancellationError` when the task is cancelled. If the wall clock
    /// is set during the wait, the wait becomes neither longer nor shorter.
    public func sleep(until date: Date) async throws { try await wait(.date(date)) }

    /// The machine's own clocks.
    public static let system = TimeSource(
        now: { Date() }, sleep: { try await ContinuousClock().sleep(for: $0) })
}

extension Duration {
    /// The duration in seconds, for calculations with dates.
    public var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
