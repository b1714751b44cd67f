// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A day of the proleptic Gregorian calendar, without a time zone.
///
/// Weeks begin on Sunday, and the first week of a year or month contains its first day, as in
/// `Calendar(identifier: .gregorian)` without a locale.
struct CivilDay: Hashable, Sendable {
    /// The number of days since 1 January 1970.
    private(set) var number: Int
    private(set) var year: Int
    /// The month, 1 to 12.
    private(set) var month: Int
    /// The day of the month, 1 to 31.
    private(set) var day: Int

    static let secondCount = 86_400
    private static let daysPerCycle = 146_097
    /// The number of days from 1 March of the year 0 to 1 January 1970. The calculation starts on 1
    /// March, because leap days are then at the end of a year.
    private static let epochOffset = 719_468

    /// Creates the day with this number. Adding ``epochOffset`` to it must not overflow `Int`.
    init(number: Int) {
        self.number = number
        let (cycle, dayOfCycle) = (number + Self.epochOffset).flooredQuotient(Self.daysPerCycle)
        // Subtracts the leap days: one every 4 years, none every 100 years, but one every 400
        // years.
        let yearOfCycle =
            (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        // Starting with March, the lengths of the months form a pattern that repeats every five
        // months, which have 153 days.
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = cycle * 400 + yearOfCycle + (month <= 2 ? 1 : 0)
    }

    /// Creates a day, which must exist.
    init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
        let (cycle, yearOfCycle) = (month <= 2 ? year - 1 : year).flooredQuotient(400)
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
        number = cycle * Self.daysPerCycle + dayOfCycle - Self.epochOffset
    }

    /// The day of the week, 1 to 7; 1 is Sunday.
    var weekday: Int { (number + 4).flooredQuotient(7).remainder + 1 }
    var quarter: Int { (month - 1) / 3 + 1 }
    var isInLeapYear: Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    var dayCountOfMonth: Int {
        switch month {
        case 2: isInLeapYear ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The day of the year, 1 to 366.
    var dayOfYear: Int { number - CivilDay(year: year, month: 1, day: 1).number + 1 }

    /// The ordinal of the day's weekday in the month, 1 to 5.
    var weekdayOrdinal: Int { (day - 1) / 7 + 1 }

    /// The week of the month, 1 to 6.
    var weekOfMonth: Int {
        // The weekday of the first day of the month, counted from 0, is the number of days by which
        // the first week is short.
        (day - 1 + (weekday - day).flooredQuotient(7).remainder) / 7 + 1
    }

    /// The number of the week, 1 to 53, and the year that it belongs to.
    var week: (number: Int, year: Int) {
        // The week with 1 January is the first of the new year.
        if month == 12, day + 7 - weekday > 31 { return (1, year + 1) }
        let before = dayOfYear - 1
        return ((before + (weekday - 1 - before).flooredQuotient(7).remainder) / 7 + 1, year)
    }

    mutating func advance() {
        guard day == dayCountOfMonth else {
            number += 1
            day += 1
            return
        }
        goToNextMonth()
    }

    /// Moves to the first day of the next month.
    mutating func goToNextMonth() {
        number += dayCountOfMonth - day + 1
        day = 1
        month = month % 12 + 1
        if month == 1 { year += 1 }
    }

    /// Moves to a later day of the same month.
    mutating func go(toDay later: Int) {
        number += later - day
        day = later
    }
}

extension Int {
    /// Returns the quotient rounded down and the remainder, which is not negative; the divisor must
    /// be above 0.
    func flooredQuotient(_ divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
