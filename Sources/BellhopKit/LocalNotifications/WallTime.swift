// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation

/// A local date and time. Only the components that are given have to match (rule `LCL-4`).
struct WallTime: Hashable, Sendable, Codable {
    var year: Int?
    var month: Int?
    var day: Int?
    var weekday: LocalWeekday?
    var hour: Int
    var minute: Int

    /// Whether each component is in its range, and the day exists.
    var isPossible: Bool {
        guard (0...23).contains(hour), (0...59).contains(minute),
            year.map((1...9999).contains) ?? true, month.map((1...12).contains) ?? true,
            day.map((1...31).contains) ?? true
        else { return false }
        guard let month, let day else { return true }
        // Without a year, a leap year is assumed, so that 29 February exists.
        return CivilDate(year: year ?? 2024, month: month, day: day).exists
    }

    var components: DateComponents {
        DateComponents(
            year: year, month: month, day: day, hour: hour, minute: minute,
            weekday: weekday?.rawValue)
    }

    /// The components for a trigger. Months and years are Gregorian even if the phone uses another
    /// calendar. The calendar is set only on such a phone, because setting it may bind the time to
    /// a zone.
    var triggerComponents: DateComponents {
        var components = components
        if month != nil || day != nil, Calendar.current.identifier != .gregorian {
            components.calendar = Calendar(identifier: .gregorian)
        }
        return components
    }

    /// Returns the first matching date after a given date; `nil` when there is none. For a local
    /// time that is skipped, this is the next existing time, and for a time that occurs twice, its
    /// first occurrence (rule `LCL-10`).
    func next(after date: Date, in zone: TimeZone) -> Date? {
        // After a change of the clocks, a time of the previous local day may still be in the
        // future.
        var number = Int(
            saturating: Double(zone.wallSeconds(at: date)) / Double(CivilDate.secondCount),
            rounded: .down)
        number -= 1
        while let day = firstDay(from: number) {
            let moment = self.moment(on: day, in: zone)
            if moment > date { return moment }
            number = day.number + 1
        }
        return nil
    }

    /// Returns the date of a time with year, month and day, even if it has passed; `nil` for a time
    /// that recurs.
    func moment(in zone: TimeZone) -> Date? {
        guard let year, let month, let day else { return nil }
        return moment(on: CivilDate(year: year, month: month, day: day), in: zone)
    }

    private func moment(on day: CivilDate, in zone: TimeZone) -> Date {
        zone.moment(
            ofWallSeconds: day.number * CivilDate.secondCount + hour * 3600 + minute * 60)
    }

    /// The number of months that are searched for a matching day: 29 February may be eight years
    /// away.
    private static let monthsAheadMax = 12 * 8 + 1

    /// Returns the first matching day, starting from a given day.
    private func firstDay(from number: Int) -> CivilDate? {
        let start = CivilDate(number: number)
        if let weekday {
            let ahead = (weekday.rawValue - start.weekday.rawValue + 7) % 7
            return CivilDate(number: number + ahead)
        }
        guard let day else { return start }
        if let year, let month {
            let only = CivilDate(year: year, month: month, day: day)
            return only >= start ? only : nil
        }
        var candidate = CivilDate(year: start.year, month: start.month, day: day)
        for _ in 0...Self.monthsAheadMax {
            if month ?? candidate.month == candidate.month, candidate.exists, candidate >= start {
                return candidate
            }
            candidate.month = candidate.month % 12 + 1
            if candidate.month == 1 { candidate.year += 1 }
        }
        return nil
    }

    /// Returns this time with another time of day, on the next day if requested. Returns `nil` for
    /// a recurring day of a month or year, because the day after it does not always have the same
    /// number.
    func moved(toMinute minute: Int, onNextDay: Bool) -> WallTime? {
        var moved = self
        moved.hour = minute / 60
        moved.minute = minute % 60
        guard onNextDay else { return moved }
        if let weekday { moved.weekday = weekday.next }
        guard let day else { return moved }
        guard let year, let month else { return nil }
        let tomorrow = CivilDate(
            number: CivilDate(year: year, month: month, day: day).number + 1)
        (moved.year, moved.month, moved.day) = (tomorrow.year, tomorrow.month, tomorrow.day)
        return moved
    }
}
