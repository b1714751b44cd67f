// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// A time of the client's monotonic clock in nanoseconds, used to calculate deadlines.
package struct EngineTime: Hashable, Comparable, Sendable {
    package var nanoseconds: Int64

    package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    package init(_ uptime: Duration) { nanoseconds = uptime.nanoseconds }

    /// The time as a duration, like the values of `TimeSource.uptime`.
    package var uptime: Duration { .nanoseconds(nanoseconds) }

    package static func < (a: EngineTime, b: EngineTime) -> Bool { a.nanoseconds < b.nanoseconds }

    package static func + (time: EngineTime, duration: Duration) -> EngineTime {
        EngineTime(nanoseconds: time.nanoseconds.addingClamped(duration.nanoseconds))
    }

    package static func - (a: EngineTime, b: EngineTime) -> Duration {
        .nanoseconds(a.nanoseconds - b.nanoseconds)
    }
}

extension Duration {
    /// The duration in nanoseconds, limited to about 292 years.
    package var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return seconds < 0 ? .min : .max }
        return whole.addingClamped(attoseconds / 1_000_000_000)
    }
}

extension Int64 {
    fileprivate func addingClamped(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        guard overflow else { return sum }
        return other < 0 ? .min : .max
    }
}
