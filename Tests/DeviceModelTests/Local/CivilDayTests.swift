// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DeviceModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Every day of a few years, and days in the distant past and future.
private let numbers = Array(18_000..<24_000) + Array(stride(from: -700_000, to: 2_900_000, by: 977))

@Test func `LCL-4: days, weeks and ordinals match Foundation's calendar`() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    let units: Set<Calendar.Component> = [
        .year, .month, .day, .weekday, .weekdayOrdinal, .weekOfMonth, .weekOfYear,
        .yearForWeekOfYear,
    ]
    for number in numbers where number > 18_000 || number % 2 == 0 {
        let date = Date(timeIntervalSince1970: Double(number) * 86_400)
        // Foundation follows the Julian calendar before 15 October 1582.
        guard number > -141_000 else { continue }
        let parts = calendar.dateComponents(units, from: date)
        let day = CivilDay(number: number)
        let found = [
            day.year, day.month, day.day, day.weekday, day.weekdayOrdinal, day.weekOfMonth,
            day.week.number, day.week.year,
        ]
        let expected = [
            parts.year, parts.month, parts.day, parts.weekday, parts.weekdayOrdinal,
            parts.weekOfMonth, parts.weekOfYear, parts.yearForWeekOfYear,
        ]
        #expect(found == expected, "day \(number)")
        let again = CivilDay(year: day.year, month: day.month, day: day.day)
        #expect(again == day)
        #expect(day.dayOfYear == calendar.ordinality(of: .day, in: .year, for: date))
    }
}

@Test func `advancing a day increases its number by one`() {
    for number in stride(from: -700_000, to: 2_900_000, by: 701) {
        var day = CivilDay(number: number)
        for next in 1...40 {
            day.advance()
            #expect(day == CivilDay(number: number + next))
        }
        day.goToNextMonth()
        #expect(day == CivilDay(number: day.number))
        #expect(day.day == 1)
    }
}
