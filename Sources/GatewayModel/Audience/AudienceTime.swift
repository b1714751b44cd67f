// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Reads and writes the times of a filter: `2026-01-31`, `2026-01-31T10:00:00Z`, `7d ago`.
package enum AudienceTime {
    private static let dayMilliseconds: Int64 = 24 * 3600 * 1000
    /// The units of a time such as `7d ago`, from the longest, with their lengths in seconds.
    private static let units: [(letter: UInt8, seconds: Int64)] = [
        (UInt8(ascii: "d"), 24 * 3600), (UInt8(ascii: "h"), 3600), (UInt8(ascii: "m"), 60),
        (UInt8(ascii: "s"), 1),
    ]

    /// Returns the time of a date in UTC, in milliseconds since 1970; `nil` if the text is not a
    /// date from 1970 to 9999.
    package static func milliseconds(_ text: String) -> Int64? {
        let bytes = Array(text.utf8)
        guard bytes.count == 10 || bytes.count == 20 || bytes.count == 24,
            let year = number(bytes, 0, 4), bytes[4] == UInt8(ascii: "-"),
            let month = number(bytes, 5, 2), bytes[7] == UInt8(ascii: "-"),
            let day = number(bytes, 8, 2), (1970...9999).contains(year)
        else { return nil }
        guard (1...12).contains(month), day >= 1, day <= dayCount(year, month) else { return nil }
        let midnight = days(year, month, day) * dayMilliseconds
        guard bytes.count > 10 else { return midnight }
        guard bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
            bytes[16] == UInt8(ascii: ":"), bytes.last == UInt8(ascii: "Z"),
            let hour = number(bytes, 11, 2), let minute = number(bytes, 14, 2),
            let second = number(bytes, 17, 2), hour < 24, minute < 60, second < 60
        else { return nil }
        var time = midnight + ((hour * 60 + minute) * 60 + second) * 1000
        if bytes.count == 24 {
            guard bytes[19] == UInt8(ascii: "."), let part = number(bytes, 20, 3) else {
                return nil
            }
            time += part
        }
        return time
    }

    /// Returns a time as text; for midnight in UTC, the text is only the date.
    package static func text(_ milliseconds: Int64) -> String {
        let day = milliseconds / dayMilliseconds
        let rest = milliseconds % dayMilliseconds
        let (year, month, dayOfMonth) = date(day)
        let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2))"
        guard rest > 0 else { return date }
        let seconds = rest / 1000
        let clock =
            "T\(padded(seconds / 3600, 2)):\(padded(seconds / 60 % 60, 2)):"
            + padded(seconds % 60, 2)
        return date + clock + (rest % 1000 == 0 ? "" : "." + padded(rest % 1000, 3)) + "Z"
    }

    /// Returns the length of a span such as `7d` in seconds; `nil` if the text is not a span.
    static func seconds(_ text: String) -> Int64? {
        guard let last = text.utf8.last, let unit = units.first(where: { $0.letter == last }),
            text.utf8.count > 1, text.utf8.dropLast().allSatisfy({ (0x30...0x39).contains($0) }),
            let count = Int64(text.dropLast()),
            count <= AudienceFilter.Limits.agoSecondsMax / unit.seconds
        else { return nil }
        return count * unit.seconds
    }

    /// Returns a number of seconds as a span such as `7d`, in the longest unit that divides it.
    static func span(_ seconds: Int64) -> String {
        let unit = units.first { seconds % $0.seconds == 0 } ?? units[units.count - 1]
        return "\(seconds / unit.seconds)" + String(UnicodeScalar(unit.letter))
    }

    private static func number(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int64? {
        var value: Int64 = 0
        for byte in bytes[start..<start + count] {
            guard (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int64(truncatingIfNeeded: byte - 0x30)
        }
        return value
    }

    private static func padded(_ number: Int64, _ count: Int) -> String {
        let digits = "\(number)"
        return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }

    static func dayCount(_ year: Int64, _ month: Int64) -> Int64 {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Returns the number of days from 1970 to a date of the Gregorian calendar. The year is
    /// counted from March, so that the leap day is the last day of a year.
    static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let ofEra = year % 400
        let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return year / 400 * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
    }

    static func date(_ days: Int64) -> (Int64, Int64, Int64) {
        let shifted = days + 719_468
        let era = shifted / 146_097
        let ofEra = shifted % 146_097
        let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * ofYear + 2) / 153
        let isLate = month >= 10
        return (
            yearOfEra + era * 400 + (isLate ? 1 : 0), isLate ? month - 9 : month + 3,
            ofYear - (153 * month + 2) / 5 + 1
        )
    }
}
