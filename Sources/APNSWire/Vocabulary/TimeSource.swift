// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The source of time for all code, so that tests can control it. Never query the system's clocks
/// directly.
///
/// The wall clock gives the date (tokens, expirations); ``uptime`` and ``sleep(for:)`` use a clock
/// that does not jump when the wall clock is set.
public struct TimeSource: Sendable {
    private let readNow: @Sendable () -> Date
    private let readUptime: @Sendable () -> Duration
    private let wait: @Sendable (Duration) async throws -> Void

    /// - Parameter uptime: returns the time since a fixed moment; by default ``systemUptime()``.
    public init(
        now: @escaping @Sendable () -> Date,
        uptime: @escaping @Sendable () -> Duration = TimeSource.systemUptime,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        readNow = now
        readUptime = uptime
        wait = sleep
    }

    /// The wall clock.
    public var now: Date { readNow() }

    /// The time since a moment that is fixed while the process runs.
    public var uptime: Duration { readUptime() }

    private static let origin = ContinuousClock.now

    /// Returns the time since the first call in this process.
    @Sendable public static func systemUptime() -> Duration { ContinuousClock.now - origin }

    /// Waits for at least this duration; throws `CancellationError` when the task is cancelled.
    public func sleep(for duration: Duration) async throws { try await wait(duration) }

    /// The machine's own clocks.
    public static let system = TimeSource(
        now: { Date() }, sleep: { try await ContinuousClock().sleep(for: $0) })
}

extension Duration {
    /// The duration in seconds, for arithmetic with dates.
    public var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
