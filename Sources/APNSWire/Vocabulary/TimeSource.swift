// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Where code gets the time from, so that a test can turn it: never ask the system directly.
///
/// The wall clock says what time it is (tokens, expirations); ``sleep`` waits on a clock that
/// does not jump when the wall clock is set.
public struct TimeSource: Sendable {
    private let readNow: @Sendable () -> Date
    private let wait: @Sendable (Duration) async throws -> Void

    public init(
        now: @escaping @Sendable () -> Date,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        readNow = now
        wait = sleep
    }

    /// The wall clock.
    public var now: Date { readNow() }

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
