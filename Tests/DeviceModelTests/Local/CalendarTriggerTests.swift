// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DeviceModel
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One search for the next date: its start, time zone and match, and the expected date.
private struct Search: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let zone: String
    let from: [Int]
    let match: DateMatch
    /// The expected date as local time, followed by the offset from UTC in minutes; `nil`: never.
    let found: [Int]?

    init(
        _ name: String, in zone: String = "UTC", from: [Int], _ match: DateMatch, finds: [Int]?
    ) {
        testDescription = name
        self.zone = zone
        self.from = from
        self.match = match
        found = finds
    }

    static func date(_ parts: [Int]) throws -> Date {
        try instant(parts[0], parts[1], parts[2], parts[3], parts[4], parts[5])
            - Double(parts[6] * 60)
    }
}

extension DateMatch {
    fileprivate func with(_ edit: (inout DateMatch) -> Void) -> DateMatch {
        var match = self
        edit(&match)
        return match
    }
}

private let wednesday = [2026, 1, 14, 8, 0, 0, 0]

private let plain = [
    Search("today at nine", from: wednesday, DateMatch(hour: 9), finds: [2026, 1, 14, 9, 0, 0, 0]),
    Search(
        "at eight o'clock, the next match is tomorrow", from: wednesday, DateMatch(hour: 8),
        finds: [2026, 1, 15, 8, 0, 0, 0]),
    Search(
        "the next half hour", from: wednesday, DateMatch(minute: 30),
        finds: [2026, 1, 14, 8, 30, 0, 0]),
    Search(
        "second 10 of a minute", from: wednesday, DateMatch(second: 10),
        finds: [2026, 1, 14, 8, 0, 10, 0]),
    Search(
        "second 10 of a minute within an hour", from: [2026, 1, 14, 8, 59, 10, 0],
        DateMatch(hour: 8, second: 10), finds: [2026, 1, 15, 8, 0, 10, 0]),
    Search(
        "next Monday", from: wednesday, DateMatch(weekday: 2),
        finds: [2026, 1, 19, 0, 0, 0, 0]),
    Search(
        "Wednesday at seven is a week away", from: wednesday, DateMatch(hour: 7, weekday: 4),
        finds: [2026, 1, 21, 7, 0, 0, 0]),
    Search(
        "the first of March", from: wednesday, DateMatch(month: 3),
        finds: [2026, 3, 1, 0, 0, 0, 0]),
    Search(
        "the next March, during March", from: [2026, 3, 5, 0, 0, 0, 0], DateMatch(month: 3),
        finds: [2027, 3, 1, 0, 0, 0, 0]),
    Search(
        "any day of March at nine", from: [2026, 3, 5, 10, 0, 0, 0],
        DateMatch(month: 3, hour: 9), finds: [2026, 3, 6, 9, 0, 0, 0]),
    Search(
        "a year alone", from: wednesday, DateMatch(year: 2028), finds: [2028, 1, 1, 0, 0, 0, 0]),
    Search(
        "a full date", from: wednesday,
        DateMatch(year: 2026, month: 12, day: 24, hour: 18, minute: 30, second: 15),
        finds: [2026, 12, 24, 18, 30, 15, 0]),
    Search(
        "the 31st skips February", from: [2026, 1, 31, 12, 0, 0, 0], DateMatch(day: 31),
        finds: [2026, 3, 31, 0, 0, 0, 0]),
    Search(
        "a leap day", from: wednesday, DateMatch(month: 2, day: 29),
        finds: [2028, 2, 29, 0, 0, 0, 0]),
    Search(
        "no leap day in 2100", from: [2096, 3, 1, 0, 0, 0, 0], DateMatch(month: 2, day: 29),
        finds: [2104, 2, 29, 0, 0, 0, 0]),
    Search(
        "a leap day on a Monday", from: [2026, 1, 1, 0, 0, 0, 0],
        DateMatch(month: 2, day: 29, weekday: 2), finds: [2044, 2, 29, 0, 0, 0, 0]),
    Search(
        "the second Tuesday", from: wednesday,
        DateMatch(hour: 9, weekday: 3).with { $0.weekdayOrdinal = 2 },
        finds: [2026, 2, 10, 9, 0, 0, 0]),
    Search(
        "the second quarter", from: wednesday, DateMatch().with { $0.quarter = 2 },
        finds: [2026, 4, 1, 0, 0, 0, 0]),
    Search(
        "the tenth week", from: wednesday, DateMatch().with { $0.weekOfYear = 10 },
        finds: [2026, 3, 1, 0, 0, 0, 0]),
    Search(
        "the first week begins in December", from: wednesday,
        DateMatch().with {
            $0.yearForWeekOfYear = 2027; $0.weekOfYear = 1
        },
        finds: [2026, 12, 27, 0, 0, 0, 0]),
    Search(
        "the Friday of the third week of a month", from: wednesday,
        DateMatch(weekday: 6).with { $0.weekOfMonth = 3 }, finds: [2026, 1, 16, 0, 0, 0, 0]),
    Search(
        "the hundredth day", from: wednesday, DateMatch().with { $0.dayOfYear = 100 },
        finds: [2026, 4, 10, 0, 0, 0, 0]),
    Search(
        "the current era", from: wednesday, DateMatch(hour: 9).with { $0.era = 1 },
        finds: [2026, 1, 14, 9, 0, 0, 0]),
]

@Test(arguments: plain)
private func `LCL-4: a calendar trigger compares only the components that are set`(
    search: Search
) throws {
    let device = Device(id: "d", name: "d")
    let from = try Search.date(search.from)
    let expected = try search.found.map(Search.date)
    for repeats in [true, false] {
        let trigger = NotificationTrigger.calendar(search.match, repeats: repeats)
        #expect(device.nextDate(of: trigger, at: from) == expected)
    }
}

@Test(arguments: [
    DateMatch(month: 2, day: 31), DateMatch(month: 13), DateMatch(hour: 24), DateMatch(second: 60),
    DateMatch(minute: -1), DateMatch(day: 0), DateMatch(weekday: 8), DateMatch(year: .max),
    DateMatch(year: .min), DateMatch(year: 2025, hour: 9), DateMatch(),
    DateMatch(day: 31).with { $0.month = 4 },
    DateMatch(hour: 9).with { $0.era = 0 }, DateMatch(month: 3).with { $0.quarter = 2 },
    DateMatch(weekday: 2).with { $0.weekdayOrdinal = 6 },
    DateMatch().with { $0.weekOfYear = 54 }, DateMatch(hour: 9, timeZone: "Mars/Base"),
    DateMatch(hour: 9, timeZone: ""),
])
private func `LCL-5: a date that is in the past or does not exist is refused`(
    match: DateMatch
) throws {
    var phone = try PhoneFixture()
    let trigger = NotificationTrigger.calendar(match, repeats: true)
    #expect(phone.device.nextDate(of: trigger, at: PhoneFixture.now) == nil)
    #expect(throws: NotificationFailure.notificationInvalidNoDate) {
        try phone.schedule("a", trigger)
    }
    #expect(phone.pendingIDs.isEmpty)
    phone.device.choices.pastDateIsAccepted = true
    #expect(try phone.schedule("a", trigger) == nil)
    #expect(phone.pendingIDs.isEmpty)
    #expect(phone.device.nextDueDate == nil)
}

private let berlin = "Europe/Berlin"
/// In Berlin, the clocks go forward on 29 March 2026 at 2:00 and back on 25 October at 3:00.
private let changes = [
    Search(
        "LCL-10: a skipped time fires after the skipped hour", in: berlin,
        from: [2026, 3, 29, 1, 0, 0, 60], DateMatch(hour: 2, minute: 30),
        finds: [2026, 3, 29, 3, 0, 0, 120]),
    Search(
        "LCL-10: a skipped time fires only once", in: berlin,
        from: [2026, 3, 29, 3, 0, 0, 120], DateMatch(hour: 2, minute: 30),
        finds: [2026, 3, 30, 2, 30, 0, 120]),
    Search(
        "LCL-10: the times in a skipped hour fire together, and only once", in: berlin,
        from: [2026, 3, 29, 3, 0, 0, 120], DateMatch(hour: 2, second: 10),
        finds: [2026, 3, 30, 2, 0, 10, 120]),
    Search(
        "LCL-10: a trigger for every hour ignores the skipped hour", in: berlin,
        from: [2026, 3, 29, 1, 40, 0, 60], DateMatch(minute: 30),
        finds: [2026, 3, 29, 3, 30, 0, 120]),
    Search(
        "LCL-10: a repeated time fires the first time", in: berlin,
        from: [2026, 10, 25, 1, 0, 0, 120], DateMatch(hour: 2, minute: 30),
        finds: [2026, 10, 25, 2, 30, 0, 120]),
    Search(
        "LCL-10: a repeated time does not fire the second time", in: berlin,
        from: [2026, 10, 25, 2, 30, 0, 120], DateMatch(hour: 2, minute: 30),
        finds: [2026, 10, 26, 2, 30, 0, 60]),
    Search(
        "LCL-10: nothing fires in the middle of the second hour", in: berlin,
        from: [2026, 10, 25, 2, 10, 0, 60], DateMatch(hour: 2, second: 10),
        finds: [2026, 10, 26, 2, 0, 10, 60]),
    Search(
        "LCL-10: a trigger for every hour fires in both hours", in: berlin,
        from: [2026, 10, 25, 2, 30, 0, 120], DateMatch(minute: 30),
        finds: [2026, 10, 25, 2, 30, 0, 60]),
    Search(
        "LCL-10: the second hour is found from late in the first", in: berlin,
        from: [2026, 10, 25, 2, 45, 0, 120], DateMatch(minute: 30),
        finds: [2026, 10, 25, 2, 30, 0, 60]),
    Search(
        "LCL-10: a day that begins at one", in: "America/Havana",
        from: [2026, 3, 7, 12, 0, 0, -300], DateMatch(weekday: 1),
        finds: [2026, 3, 8, 1, 0, 0, -240]),
    Search(
        "LCL-10: a change of half an hour", in: "Australia/Lord_Howe",
        from: [2026, 10, 4, 1, 0, 0, 630], DateMatch(hour: 2, minute: 15),
        finds: [2026, 10, 4, 2, 30, 0, 660]),
]

@Test(arguments: changes)
private func `LCL-10: when the clocks change, times of day are skipped or repeated`(search: Search)
    throws
{
    var device = Device(id: "d", name: "d")
    device.timeZone = search.zone
    let trigger = NotificationTrigger.calendar(search.match, repeats: true)
    #expect(
        device.nextDate(of: trigger, at: try Search.date(search.from))
            == (try search.found.map(Search.date)))
}

@Test(arguments: [
    ([2026, 10, 25, 2, 40, 0, 120], [2026, 10, 25, 2, 30, 0, 60]),
    ([2026, 10, 25, 2, 0, 0, 120], [2026, 10, 25, 2, 30, 0, 60]),
    ([2026, 10, 25, 2, 30, 0, 60], [2026, 10, 26, 2, 30, 0, 60]),
])
func `LCL-10: by choice a repeated time fires the second time`(from: [Int], found: [Int]) throws {
    var device = Device(id: "d", name: "d")
    device.timeZone = berlin
    device.choices.repeatedHourFiresFirst = false
    let trigger = NotificationTrigger.calendar(DateMatch(hour: 2, minute: 30), repeats: true)
    #expect(
        device.nextDate(of: trigger, at: try Search.date(from)) == (try Search.date(found)))
}

@Test func `LCL-8: a date follows the phone's time zone, unless the date has its own`() throws {
    var phone = try PhoneFixture()
    try phone.schedule("floats", .calendar(DateMatch(hour: 12), repeats: true))
    try phone.schedule("fixed", .calendar(DateMatch(hour: 12, timeZone: "UTC"), repeats: true))
    try phone.schedule("interval", .interval(seconds: 3600, repeats: false))
    let day = try PhoneFixture.localRequest(
        "over",
        .calendar(
            DateMatch(year: 2026, month: 1, day: 14, hour: 10), repeats: false))
    _ = try phone.device.add(day, of: PhoneFixture.bundleID, at: PhoneFixture.now)
    try phone.perform(.setTimeZone("Asia/Tokyo"))
    #expect(phone.device.timeZone == "Asia/Tokyo")
    // It is 17:00 in Tokyo: the full date has passed there, and noon is 19 hours away.
    #expect(phone.pendingIDs == ["interval", "fixed", "floats"])
    #expect(
        phone.fired(until: 86_399) == [
            Firing("interval", 3600), Firing("fixed", 4 * 3600), Firing("floats", 19 * 3600),
        ])
}

@Test(arguments: ["Mars/Base", "", "Europe/Berlin\n"])
func `the error for an unknown time zone suggests a fix`(name: String) throws {
    let phone = try PhoneFixture()
    let error = #expect(throws: DeviceActionError.unknownTimeZone(name)) {
        try phone.device.performing(.setTimeZone(name), at: PhoneFixture.now)
    }
    #expect(error?.description.contains("Use an IANA name, for instance Europe/Berlin") == true)
}

@Test(arguments: [-1e300, 1e300, .infinity, .nan, -62_135_596_801, 253_402_300_800])
func `a calendar trigger has no next date beyond the ends of the calendar`(seconds: Double) {
    let device = Device(id: "d", name: "d")
    let trigger = NotificationTrigger.calendar(DateMatch(hour: 9), repeats: true)
    #expect(device.nextDate(of: trigger, at: Date(timeIntervalSince1970: seconds)) == nil)
}
