// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Where code gets the time from, so that a test can turn it: never ask the system directly.
///
/// The wall clock says what time it is (tokens, expirations); ``uptime`` and ``sleep`` go by a
/// clock that does not jump when the wall clock is set.
public struct TimeSource: Sendable {
    private let readNow: @Sendable () -> Date
    private let readUptime: @Sendable () -> Duration
    private let wait: @Sendable (Duration) async throws -> Void

    /// - Parameter uptime: the time since some moment that stays the same; the system's own unless
    ///   told otherwise.
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

    /// How much time has passed since some moment that stays the same while the process runs.
    public var uptime: Duration { readUptime() }

    private static let origin = ContinuousClock.now

    /// The time since this process asked for the first time.
    @Sendable public static func systemUptime() -> Duration { ContinuousClock.now - origin }

    /// Waits at least this long; throws `CancellationError` when the task is cancelled.
    public func sleep(for duration: Duration) async throws { try await wait(duration) }

    /// The machine's own clocks.
    public static let system = TimeSource(
        now: { Date() }, sleep: { try await ContinuousClock().sleep(for: $0) })
}

extension Duration {
    /// The length in seconds, for arithmetic with dates.
    public var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
