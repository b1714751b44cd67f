// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The hours of the day, in the device's local time, in which the gateway sends no notifications to
/// a device.
package struct QuietHours: Hashable, Sendable, Codable {
    /// The effect of quiet hours on a notification.
    package enum Rule: String, Sendable, Codable {
        /// The gateway sends the notification at the end of the quiet hours. If the deadline is not
        /// later than this end, the notification expires.
        case hold
        /// The gateway does not send the notification.
        case skip
    }

    /// The number of minutes in a day.
    package static let minutesOfDay = 24 * 60

    /// The first quiet minute of the day, 0 to 1439.
    package let start: Int
    /// The first minute after the quiet hours, 0 to 1439. If this value equals `start`, there are
    /// no quiet hours.
    package let end: Int
    package let rule: Rule

    package init(start: Int, end: Int, rule: Rule = .hold) {
        self.start = min(max(start, 0), Self.minutesOfDay - 1)
        self.end = min(max(end, 0), Self.minutesOfDay - 1)
        self.rule = rule
    }

    /// Returns the time until the quiet hours end; `nil` outside of quiet hours.
    ///
    /// - Parameter utcOffset: the offset of the device's time zone from UTC, in minutes.
    package func remaining(at time: DatabaseTime, utcOffset: Int) -> Duration? {
        let dayMilliseconds = Int64(Self.minutesOfDay) * 60_000
        let local = time.milliseconds + Int64(utcOffset) * 60_000
        let ofDay = ((local % dayMilliseconds) + dayMilliseconds) % dayMilliseconds
        let minute = Int(ofDay / 60_000)
        let isQuiet =
            start <= end ? start..<end ~= minute : minute >= start || minute < end
        guard isQuiet, start != end else { return nil }
        let left = (Int64(end) * 60_000 - ofDay + dayMilliseconds) % dayMilliseconds
        return .milliseconds(left)
    }
}
