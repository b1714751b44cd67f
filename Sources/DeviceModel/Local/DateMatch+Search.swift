// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// The search for matching dates. Only the components that are present are compared (`LCL-4`).
// Components that are finer than the present ones have their smallest value: `hour` alone means the
// full hour, and `month` alone means the first day of the month.
extension DateMatch {
    /// How many years ahead to search: after 400 years, the Gregorian calendar repeats itself.
    static let yearsAheadMax = 400
    /// The range of years to search.
    static let years = 1...9999
    /// The maximum number of matches that a search rejects because the clocks skip or repeat these
    /// times.
    private static let roundsMax = 16

    /// Whether each component is in its range. Even then, the combination may never occur.
    var isPlausible: Bool {
        func within(_ value: Int?, _ range: ClosedRange<Int>) -> Bool {
            value.map(range.contains) ?? true
        }
        return within(era, 1...1) && within(year, Self.years) && within(month, 1...12)
            && within(day, 1...31) && within(hour, 0...23) && within(minute, 0...59)
            && within(second, 0...59) && within(weekday, 1...7) && within(weekdayOrdinal, 1...5)
            && within(weekOfMonth, 1...6) && within(weekOfYear, 1...53)
            && within(yearForWeekOfYear, Self.years) && within(quarter, 1...4)
            && within(dayOfYear, 1...366)
    }

    private var namesTime: Bool { hour != nil || minute != nil || second != nil }
    private var namesDay: Bool { day != nil || weekday != nil || dayOfYear != nil }
    private var namesPeriod: Bool {
        year != nil || month != nil || quarter != nil || weekdayOrdinal != nil
            || weekOfMonth != nil || weekOfYear != nil || yearForWeekOfYear != nil
    }

    /// Whether the hour is fixed, which includes midnight as the start of a day. If so, a trigger
    /// for a time that the clocks skip fires after the change, and a trigger for a time that occurs
    /// twice fires once.
    private var fixesHour: Bool { hour != nil || (minute == nil && second == nil) }

    /// Returns the first match after a date; `nil` if there is no match in ``yearsAheadMax`` years.
    func next(after now: Date, on clock: WallClock, repeatedHourFiresFirst: Bool) -> Date? {
        let seconds = now.timeIntervalSince1970.rounded(.down)
        guard isPlausible, namesTime || namesDay || namesPeriod,
            let second = Int(exactly: seconds), Self.instants.contains(second)
        else { return nil }
        var found = search(
            from: second + 1 + clock.offset(at: second), after: second, on: clock,
            repeatedHourFiresFirst)
        if let repetition = clock.repetition(after: second),
            let other = search(
                from: repetition.wall, after: second, on: clock, repeatedHourFiresFirst)
        {
            found = found.map { min($0, other) } ?? other
        }
        return found.map { Date(epochSeconds: $0) }
    }

    /// The instants in ``years``, except the first and the last year, where time zones could leave
    /// the range.
    private static let instants =
        CivilDay(year: years.lowerBound + 1, month: 1, day: 1).number
        * CivilDay.secondCount..<CivilDay(year: years.upperBound, month: 1, day: 1).number
        * CivilDay.secondCount

    /// Returns the first match whose local time is at or after `start` and whose instant is after
    /// `instant`.
    private func search(
        from start: Int, after instant: Int, on clock: WallClock, _ repeatedHourFiresFirst: Bool
    ) -> Int? {
        var wall = start
        for _ in 0..<Self.roundsMax {
            guard let match = firstWall(from: wall) else { return nil }
            switch clock.reading(of: match) {
            case .once(let found):
                if found > instant { return found }
                wall = match + 1
            case .twice(let first, let second, let end):
                // LCL-10: this choice decides which of the two instants of a repeated time fires.
                let found =
                    fixesHour
                    ? repeatedHourFiresFirst ? first : second : first > instant ? first : second
                if found > instant { return found }
                wall = end
            case .never(let next, let wallThen):
                if fixesHour, next > instant { return next }
                wall = wallThen
            }
        }
        return nil
    }

    /// Returns the first matching local time at or after `wall`; both are seconds since 1970 in
    /// local time.
    func firstWall(from wall: Int) -> Int? {
        let (today, time) = wall.flooredQuotient(CivilDay.secondCount)
        guard let first = firstDay(from: today) else { return nil }
        if first > today { return firstTime(from: 0).map { first * CivilDay.secondCount + $0 } }
        if let later = firstTime(from: time) { return today * CivilDay.secondCount + later }
        guard let next = firstDay(from: today + 1) else { return nil }
        return firstTime(from: 0).map { next * CivilDay.secondCount + $0 }
    }

    /// Returns the earliest matching time of day, in seconds since midnight, at or after `start`.
    private func firstTime(from start: Int) -> Int? {
        let second = second ?? 0
        let minute = minute ?? (self.second == nil ? 0 : nil)
        let hour = hour ?? (fixesHour ? 0 : nil)
        for anHour in hour.map({ $0...$0 }) ?? (start / 3600)...23 {
            let ofHour = max(0, start - anHour * 3600)
            guard ofHour < 3600 else { continue }
            for aMinute in minute.map({ $0...$0 }) ?? (ofHour / 60)...59 {
                let time = anHour * 3600 + aMinute * 60 + second
                if time >= start { return time }
            }
        }
        return nil
    }

    /// Returns the number of the first matching day, starting with the given day.
    private func firstDay(from start: Int) -> Int? {
        guard namesDay || namesPeriod else { return start }
        var day = CivilDay(number: start)
        let earliest = year ?? yearForWeekOfYear.map { $0 - 1 } ?? day.year
        if day.year < earliest { day = CivilDay(year: earliest, month: 1, day: 1) }
        let latest = year ?? yearForWeekOfYear ?? day.year + Self.yearsAheadMax
        // Components that select a whole period, without a day or a time, fire when the period
        // begins.
        let onlyStarts = !namesDay && !namesTime
        while day.year <= latest {
            guard month == nil || month == day.month, quarter == nil || quarter == day.quarter,
                (self.day ?? 31) >= day.day, (self.day ?? 1) <= day.dayCountOfMonth
            else {
                day.goToNextMonth()
                continue
            }
            if let wanted = self.day, wanted > day.day { day.go(toDay: wanted) }
            if matches(day), !onlyStarts || !matches(CivilDay(number: day.number - 1)) {
                return day.number
            }
            day.advance()
        }
        return nil
    }

    private func matches(_ date: CivilDay) -> Bool {
        func agrees(_ wanted: Int?, _ value: @autoclosure () -> Int) -> Bool {
            wanted.map { $0 == value() } ?? true
        }
        return agrees(year, date.year) && agrees(month, date.month) && agrees(day, date.day)
            && agrees(weekday, date.weekday) && agrees(weekdayOrdinal, date.weekdayOrdinal)
            && agrees(quarter, date.quarter) && agrees(weekOfMonth, date.weekOfMonth)
            && agrees(weekOfYear, date.week.number) && agrees(yearForWeekOfYear, date.week.year)
            && agrees(dayOfYear, date.dayOfYear)
    }
}
