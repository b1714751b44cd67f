// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation

/// A day of the Gregorian calendar, without a time zone.
///
/// Foundation's search for matching dates is slow for 29 February. In zones whose clocks change by
/// half an hour, its results differ between systems. A schedule needs only a small part of that
/// search.
struct CivilDate: Hashable, Comparable, Sendable {
    var year: Int
    var month: Int
    var day: Int

    static let secondCount = 86_400

    init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// - Parameter number: days since 1 January 1970.
    init(number: Int) {
        // Eras of 400 years that begin on 1 March of year 0, so that the leap day is the last day
        // of a year.
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Days since 1 January 1970.
    var number: Int {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// Whether the day exists.
    var exists: Bool { (1...12).contains(month) && CivilDate(number: number) == self }

    var weekday: LocalWeekday {
        // 1 January 1970 was a Thursday.
        let index = ((number + 4) % 7 + 7) % 7
        return LocalWeekday(rawValue: index + 1) ?? .sunday
    }

    static func < (a: CivilDate, b: CivilDate) -> Bool { a.number < b.number }
}

extension TimeZone {
    /// Returns the local time: seconds since 1970-01-01 00:00 as shown by a clock in this zone.
    func wallSeconds(at date: Date) -> Int {
        let bounds = Date.checkedEpochSeconds
        let seconds = min(max(date.timeIntervalSince1970, bounds.lowerBound), bounds.upperBound)
        return Int(saturating: seconds, rounded: .down) + secondsFromGMT(for: date)
    }

    /// Returns the date at which a clock in this zone shows a local time: the first date if that
    /// time occurs twice, and the next existing time if that time is skipped (rule `LCL-10`).
    func moment(ofWallSeconds wall: Int) -> Date {
        func offset(_ seconds: Int) -> Int {
            secondsFromGMT(for: Date(epochSeconds: seconds))
        }
        // No zone's offset is as much as a day, and no zone changes its clocks twice in two days.
        let before = offset(wall - CivilDate.secondCount)
        let after = offset(wall + CivilDate.secondCount)
        let moments = [wall - before, wall - after].sorted()
        if let found = moments.first(where: { $0 + offset($0) == wall }) {
            return Date(epochSeconds: found)
        }
        // The local time never occurs: use the moment at which the clocks are changed.
        var (low, high) = (wall - 2 * CivilDate.secondCount, wall + 2 * CivilDate.secondCount)
        while high - low > 1 {
            let middle = (low + high) / 2
            if offset(middle) == before { low = middle } else { high = middle }
        }
        return Date(epochSeconds: high)
    }
}
