// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// A date and a time of day without a time zone, as a clock on a wall shows them.
package struct WallTime: Hashable, Sendable, Codable {
    /// An upper limit, in seconds, of the difference between the instant of a wall time in any zone
    /// and the same time in UTC. It is more than the largest difference between a zone and UTC,
    /// which was 15 hours and 13 minutes.
    private static let vicinity: Int64 = 18 * 3600
    /// The interval at which a zone's offset is examined, in seconds. No zone has ever changed its
    /// offset and changed it back within this time.
    private static let step: Int64 = 3 * 3600

    /// The number of seconds from 1970-01-01T00:00 to this time, by the calendar.
    package let seconds: Int64

    package init(seconds: Int64) { self.seconds = seconds }

    /// Reads `2026-12-24T09:00` or `2026-12-24T09:00:30`; `nil` for any other text, and for a date
    /// or time that does not exist in any zone.
    package init?(_ text: String) {
        let full: String
        switch text.utf8.count {
        case 16: full = text + ":00Z"
        case 19: full = text + "Z"
        default: return nil
        }
        guard let milliseconds = AudienceTime.milliseconds(full) else { return nil }
        seconds = milliseconds / 1000
    }

    /// The time as text, such as `2026-12-24T09:00:00`.
    package var text: String {
        let text = AudienceTime.text(seconds * 1000)
        return text.utf8.count == 10 ? text + "T00:00:00" : String(text.dropLast())
    }

    /// Returns the first instant at which the clocks of a zone show this time or a later one, in
    /// seconds since 1970.
    ///
    /// If the clocks are put forward and skip this time, it is the first instant after the gap. If
    /// they are put back and show this time twice, it is the first of the two instants.
    ///
    /// - Parameter offset: returns the difference between the zone and UTC at an instant, in
    ///   seconds.
    package func firstInstant(offset: (Int64) -> Int64) -> Int64 {
        var start = seconds - Self.vicinity
        let end = seconds + Self.vicinity
        var current = offset(start)
        while start < end {
            var next = min(start + Self.step, end)
            if offset(next) != current {
                next = Self.change(from: start, to: next, offset: offset)
            }
            // The offset is the same from `start` until just before `next`.
            let instant = seconds - current
            if instant < next { return max(instant, start) }
            start = next
            current = offset(start)
        }
        return end
    }

    /// Returns the first instant whose offset differs from that at `start`.
    private static func change(
        from start: Int64, to end: Int64, offset: (Int64) -> Int64
    ) -> Int64 {
        let old = offset(start)
        var (low, high) = (start, end)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if offset(middle) == old { low = middle } else { high = middle }
        }
        return high
    }
}
