// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The header `Retry-After` (RFC 9110 section 10.2.3): a number of seconds, or a date.
package enum RetryAfter {
    /// The longest wait that a server can ask for. A longer wait is reduced to this value.
    package static let waitMax = Duration.seconds(86_400)

    /// Returns the wait; zero for a date in the past, and `nil` for any other text.
    package static func read(_ text: String, now: Date) -> Duration? {
        let text = String(text.drop { $0 == " " })
        if let seconds = Int(text) {
            return seconds < 0 ? nil : min(.seconds(seconds), waitMax)
        }
        guard let date = date(text) else { return nil }
        return min(
            Duration(saturatingSeconds: max(0, date.timeIntervalSince(now))), waitMax)
    }

    /// Reads the preferred form of a date, `Sun, 06 Nov 1994 08:49:37 GMT`.
    private static func date(_ text: String) -> Date? {
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        let words = text.split(whereSeparator: { " :".contains($0) }).map { String($0) }
        guard words.count == 8, words[7] == "GMT", let day = Int(words[1]),
            let month = months.firstIndex(of: words[2]), let year = Int(words[3]),
            let hour = Int(words[4]), let minute = Int(words[5]), let second = Int(words[6]),
            (1970...9999).contains(year), (1...31).contains(day), (0...23).contains(hour),
            (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar.date(
            from: DateComponents(
                year: year, month: month + 1, day: day, hour: hour, minute: minute, second: second))
    }
}
