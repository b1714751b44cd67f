// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// A limit on notifications per second or minute, as a token bucket that fills evenly.
package struct RateLimit: Sendable {
    /// The time in which an empty bucket becomes full. If one token takes longer than this, the
    /// bucket's capacity is one token. The time is short, so that no large burst follows a pause.
    package static let burst = Duration.milliseconds(100)

    private let nanosecondsPerToken: Int64
    /// The uptime in nanoseconds at which the bucket was, or will be, exactly empty. The bucket is
    /// full once a time equal to its capacity has passed since then.
    private var emptyAt = Int64.min / 2

    /// - Parameter perSecond: at least 1.
    package init(perSecond: Int) { nanosecondsPerToken = 1_000_000_000 / Int64(max(1, perSecond)) }

    /// - Parameter perMinute: at least 1.
    package init(perMinute: Int) {
        nanosecondsPerToken = 60_000_000_000 / Int64(max(1, perMinute))
    }

    /// Returns the number of notifications that may be sent now.
    package func available(at uptime: Duration) -> Int {
        let now = uptime.nanoseconds
        let since = now - max(emptyAt, now - Self.capacity(nanosecondsPerToken))
        return max(0, Int(since / nanosecondsPerToken))
    }

    /// Removes the tokens of notifications that are being sent.
    package mutating func take(_ count: Int, at uptime: Duration) {
        let now = uptime.nanoseconds
        emptyAt = max(emptyAt, now - Self.capacity(nanosecondsPerToken))
        emptyAt += Int64(count) * nanosecondsPerToken
    }

    /// The uptime at which the next notification may be sent.
    package var nextDue: Duration { .nanoseconds(emptyAt + nanosecondsPerToken) }

    /// The bucket's capacity as a time in nanoseconds; at least the time for one token.
    private static func capacity(_ nanosecondsPerToken: Int64) -> Int64 {
        max(burst.nanoseconds, nanosecondsPerToken)
    }
}

extension Duration {
    /// The duration in whole nanoseconds. If the duration exceeds 292 years, the result is about
    /// 146 years.
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if overflow { return seconds < 0 ? .min / 2 : .max / 2 }
        return product + attoseconds / 1_000_000_000
    }
}
