// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DeviceModel
import Simulation
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The local time in a time zone at every quarter of an hour, computed with Foundation's calendar,
/// and a slow search for a match, which examines each of these times.
private struct Oracle {
    /// A local time: the day's index in ``days``, and the quarters of an hour since midnight.
    struct LocalTime {
        let day: Int
        let quarter: Int
    }

    struct Tick {
        let instant: Date
        let localTime: LocalTime
        /// Whether this local time has occurred before, because the clocks were set back.
        let isRepeated: Bool
        /// The local times that the clocks skipped immediately before.
        let skipped: [LocalTime]
    }

    /// How many days ahead the search looks.
    static let horizon = 90

    let ticks: [Tick]
    /// The days from two days before the start.
    let days: [DateComponents]

    init(zone name: String, from start: Date, days dayCount: Int) throws {
        let zone = try #require(TimeZone(identifier: name))
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        let first = start - 2 * 86_400
        days = (0..<(dayCount + 4)).map { day in
            calendar.dateComponents(
                [
                    .year, .month, .day, .weekday, .weekdayOrdinal, .weekOfMonth, .weekOfYear,
                    .yearForWeekOfYear,
                ], from: first + Double(day) * 86_400)
        }
        func localTime(_ date: Date) -> LocalTime {
            let quarters = Int(date.timeIntervalSince(first) / 900)
            return LocalTime(day: quarters / 96, quarter: quarters % 96)
        }
        var ticks: [Tick] = []
        var highest = Date.distantPast
        for quarter in 0..<(dayCount * 96) {
            let instant = start + Double(quarter * 900)
            let local = instant + Double(zone.secondsFromGMT(for: instant))
            var skipped: [LocalTime] = []
            while quarter > 0, highest + 900 < local {
                highest += 900
                skipped.append(localTime(highest))
            }
            ticks.append(
                Tick(
                    instant: instant, localTime: localTime(local), isRepeated: local <= highest,
                    skipped: skipped))
            highest = max(highest, local)
        }
        self.ticks = ticks
    }

    /// The instants at which the clocks are changed.
    var changes: [Date] {
        zip(ticks, ticks.dropFirst()).filter {
            $0.isRepeated != $1.isRepeated || !$1.skipped.isEmpty
        }
        .map(\.1.instant)
    }

    func next(_ match: DateMatch, after now: Date) -> Date? {
        let fixesHour = match.hour != nil || match.minute == nil
        let first = ticks.first.map { Int(now.timeIntervalSince($0.instant) / 900) } ?? 0
        return ticks.dropFirst(first).prefix(Self.horizon * 96).first { tick in
            guard tick.instant > now else { return false }
            if fires(match, tick.localTime) { return !(fixesHour && tick.isRepeated) }
            return fixesHour && tick.skipped.contains { fires(match, $0) }
        }?.instant
    }

    private func fires(_ match: DateMatch, _ localTime: LocalTime) -> Bool {
        let hasTime = match.hour != nil || match.minute != nil
        let hour = match.hour ?? (match.minute == nil ? 0 : localTime.quarter / 4)
        guard localTime.quarter == hour * 4 + (match.minute ?? 0) / 15,
            isDay(match, days[localTime.day])
        else { return false }
        if hasTime || match.day != nil || match.weekday != nil { return true }
        return !isDay(match, days[localTime.day - 1])
    }

    private func isDay(_ match: DateMatch, _ date: DateComponents) -> Bool {
        func agrees(_ wanted: Int?, _ value: Int?) -> Bool { wanted == nil || wanted == value }
        return agrees(match.year, date.year) && agrees(match.month, date.month)
            && agrees(match.day, date.day) && agrees(match.weekday, date.weekday)
            && agrees(match.weekdayOrdinal, date.weekdayOrdinal)
            && agrees(match.weekOfMonth, date.weekOfMonth)
            && agrees(match.weekOfYear, date.weekOfYear)
            && agrees(match.yearForWeekOfYear, date.yearForWeekOfYear)
            && agrees(match.quarter, date.month.map { ($0 + 2) / 3 })
    }
}

/// Random parts of a date; most of them are left out.
private func randomMatch(_ generator: inout SeededGenerator) -> DateMatch {
    func maybe(_ range: ClosedRange<Int>, _ chance: UInt64) -> Int? {
        guard generator.chance(1, outOf: chance) else { return nil }
        return range.lowerBound + Int(generator.next() % UInt64(range.count))
    }
    var match = DateMatch()
    match.hour = generator.chance(1, outOf: 2) ? maybe(0...3, 1) : maybe(0...23, 2)
    match.minute = maybe(0...3, 2).map { $0 * 15 }
    // A third of the matches contain only a time, so that some occur when the clocks change.
    if generator.chance(1, outOf: 3) { return match }
    match.month = maybe(1...12, 5)
    match.day = maybe(1...31, 5)
    match.weekday = maybe(1...7, 3)
    match.weekdayOrdinal = maybe(1...5, 8)
    match.weekOfMonth = maybe(1...6, 8)
    match.weekOfYear = maybe(1...53, 8)
    match.quarter = maybe(1...4, 8)
    match.year = maybe(2026...2027, 8)
    match.yearForWeekOfYear = maybe(2026...2027, 12)
    return match
}

@Test(arguments: [
    "UTC", "Europe/Berlin", "America/New_York", "America/Havana", "Africa/Cairo",
    "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Chatham",
])
func `LCL-4, LCL-10: trigger dates match a search through every quarter of an hour`(
    zone: String
) throws {
    let start = try instant(2026, 1, 1)
    let days = 400
    let oracle = try Oracle(zone: zone, from: start, days: days)
    var device = Device(id: "d", name: "d")
    device.timeZone = zone
    var generator = SeededGenerator(seed: 26)
    var foundCount = 0
    let changes = oracle.changes
    for _ in 0..<100 {
        let match = randomMatch(&generator)
        guard match != DateMatch() else { continue }
        let trigger = NotificationTrigger.calendar(match, repeats: true)
        // The next three dates after a random time, which is often near a change of the clocks.
        let change =
            changes.isEmpty || generator.chance(1, outOf: 2)
            ? start + Double(generator.next() % 300) * 86_400
            : changes[Int(generator.next() % UInt64(changes.count))]
        var now = max(start, change - Double(generator.next() % 20) * 900 + 450)
        for _ in 0..<3 {
            let end = min(
                now + Double(Oracle.horizon - 1) * 86_400, start + Double(days - 1) * 86_400)
            let expected = oracle.next(match, after: now)
            let found = device.nextDate(of: trigger, at: now).flatMap { $0 < end ? $0 : nil }
            #expect(found == expected.flatMap { $0 < end ? $0 : nil }, "\(match) from \(now)")
            guard let found else { break }
            foundCount += 1
            now = found
        }
    }
    #expect(foundCount > 150)
}
