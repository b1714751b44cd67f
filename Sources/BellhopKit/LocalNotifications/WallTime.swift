// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a calendar and a clock on the wall show; only the parts that are there have to match
/// (rule `LCL-4`).
struct WallTime: Hashable, Sendable, Codable {
    var year: Int?
    var month: Int?
    var day: Int?
    var weekday: LocalWeekday?
    var hour: Int
    var minute: Int

    /// Whether each part is one that a day can have, and the day one that comes.
    var isPossible: Bool {
        guard (0...23).contains(hour), (0...59).contains(minute),
            month.map((1...12).contains) ?? true, day.map((1...31).contains) ?? true
        else { return false }
        guard let month, let day else { return true }
        // A leap year when none is given.
        let date = DateComponents(
            calendar: Self.gregorian(.gmt), year: year ?? 2024, month: month, day: day)
        return date.isValidDate
    }

    var components: DateComponents {
        DateComponents(
            year: year, month: month, day: day, hour: hour, minute: minute,
            weekday: weekday?.rawValue)
    }

    /// The components as a trigger takes them. Months and years mean Gregorian ones, also on a
    /// phone that counts by another calendar; a calendar is named only there, because naming one
    /// may bind the time to a zone.
    var triggerComponents: DateComponents {
        var components = components
        if month != nil || day != nil, Calendar.current.identifier != .gregorian {
            components.calendar = Calendar(identifier: .gregorian)
        }
        return components
    }

    /// How many candidates are looked at: one may be over because the clocks were changed.
    private static let roundsMax = 4

    /// The first time after a moment: at a change of the clocks the next time there is, or the
    /// first of two (rule `LCL-10`).
    func next(after date: Date, in zone: TimeZone) -> Date? {
        let wall = Self.gregorian(.gmt)
        let parts = Self.gregorian(zone).dateComponents(
            [.year, .month, .day, .hour, .minute], from: date)
        guard var from = wall.date(from: parts)?.addingTimeInterval(-86_400) else { return nil }
        for _ in 0..<Self.roundsMax {
            // On a wall in Greenwich each time of each day exists once.
            guard
                let found = wall.nextDate(
                    after: from, matching: components, matchingPolicy: .strict)
            else { return nil }
            let day = wall.dateComponents([.year, .month, .day], from: found)
            if let moment = Self.moment(of: day, hour: hour, minute: minute, in: zone),
                moment > date
            {
                return moment
            }
            from = found
        }
        return nil
    }

    /// When a complete one is, also when that is over; `nil` for one that comes again.
    func moment(in zone: TimeZone) -> Date? {
        guard year != nil, month != nil, day != nil else { return nil }
        return Self.moment(
            of: DateComponents(year: year, month: month, day: day), hour: hour, minute: minute,
            in: zone)
    }

    private static func moment(
        of day: DateComponents, hour: Int, minute: Int, in zone: TimeZone
    ) -> Date? {
        guard let midnight = gregorian(.gmt).date(from: day) else { return nil }
        var components = day
        components.hour = hour
        components.minute = minute
        // No zone is further than 14 hours away from Greenwich.
        return gregorian(zone).nextDate(
            after: midnight.addingTimeInterval(-86_400), matching: components,
            matchingPolicy: .nextTime, repeatedTimePolicy: .first, direction: .forward)
    }

    /// Moved to another time of day, to the day after if asked for. Only a complete one or one
    /// without a day can move over midnight.
    func moved(toMinute minute: Int, onNextDay: Bool) -> WallTime? {
        var moved = self
        moved.hour = minute / 60
        moved.minute = minute % 60
        guard onNextDay else { return moved }
        if let weekday { moved.weekday = weekday.next }
        guard day != nil else { return moved }
        let calendar = Self.gregorian(.gmt)
        guard year != nil, let today = moment(in: .gmt),
            let tomorrow = calendar.date(byAdding: .day, value: 1, to: today)
        else { return nil }
        let parts = calendar.dateComponents([.year, .month, .day], from: tomorrow)
        (moved.year, moved.month, moved.day) = (parts.year, parts.month, parts.day)
        return moved
    }

    static func gregorian(_ zone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }
}
