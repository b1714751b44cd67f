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

/// What the walls of a zone show every quarter of an hour, found with Foundation's calendar, and
/// the slow way to find a match: look at each.
private struct Oracle {
    struct Tick {
        let instant: Date
        let parts: DateComponents
        let before: DateComponents
        /// Whether the wall showed the same an hour or so ago.
        let isRepeated: Bool
        /// What the clocks skipped right before.
        let skipped: [(parts: DateComponents, before: DateComponents)]
    }

    let ticks: [Tick]
    private static let units: Set<Calendar.Component> = [
        .year, .month, .day, .hour, .minute, .weekday, .weekdayOrdinal, .weekOfMonth, .weekOfYear,
        .yearForWeekOfYear,
    ]

    init(zone name: String, from start: Date, days: Int) throws {
        let zone = try #require(TimeZone(identifier: name))
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        func parts(ofWall wall: Date) -> (DateComponents, DateComponents) {
            (
                calendar.dateComponents(Self.units, from: wall),
                calendar.dateComponents(Self.units, from: wall - 86_400)
            )
        }
        var ticks: [Tick] = []
        var highest = Date.distantPast
        for quarter in 0..<(days * 96) {
            let instant = start + Double(quarter * 900)
            let wall = instant + Double(zone.secondsFromGMT(for: instant))
            var skipped: [(DateComponents, DateComponents)] = []
            if quarter > 0 {
                var missing = highest + 900
                while missing < wall {
                    skipped.append(parts(ofWall: missing))
                    missing += 900
                }
            }
            let (now, before) = parts(ofWall: wall)
            ticks.append(
                Tick(
                    instant: instant, parts: now, before: before, isRepeated: wall <= highest,
                    skipped: skipped.map { (parts: $0.0, before: $0.1) }))
            highest = max(highest, wall)
        }
        self.ticks = ticks
    }

    func next(_ match: DateMatch, after now: Date) -> Date? {
        let fixesHour = match.hour != nil || match.minute == nil
        let first = ticks.first.map { Int(now.timeIntervalSince($0.instant) / 900) } ?? 0
        return ticks.dropFirst(first).first { tick in
            guard tick.instant > now else { return false }
            if fires(match, tick.parts, tick.before) { return !(fixesHour && tick.isRepeated) }
            return fixesHour && tick.skipped.contains { fires(match, $0.parts, $0.before) }
        }?.instant
    }

    private func fires(_ match: DateMatch, _ now: DateComponents, _ before: DateComponents) -> Bool
    {
        let hasTime = match.hour != nil || match.minute != nil
        guard (match.minute ?? 0) == now.minute,
            match.hour.map({ $0 == now.hour }) ?? (match.minute != nil || now.hour == 0),
            isDay(match, now)
        else { return false }
        if hasTime || match.day != nil || match.weekday != nil { return true }
        return !isDay(match, before)
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

/// Parts of a date at random, most of them left out.
private func randomMatch(_ generator: inout SeededGenerator) -> DateMatch {
    func maybe(_ range: ClosedRange<Int>, _ chance: UInt64) -> Int? {
        guard generator.chance(1, outOf: chance) else { return nil }
        return range.lowerBound + Int(generator.next() % UInt64(range.count))
    }
    var match = DateMatch()
    match.hour = maybe(0...23, 2)
    match.minute = maybe(0...3, 2).map { $0 * 15 }
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
func `LCL-4, LCL-10: dates are those that looking at every quarter of an hour finds`(
    zone: String
) throws {
    let start = try instant(2026, 1, 1)
    let days = 400
    let oracle = try Oracle(zone: zone, from: start, days: days)
    var device = Device(id: "d", name: "d")
    device.timeZone = zone
    var generator = SeededGenerator(seed: 26)
    var foundCount = 0
    for _ in 0..<50 {
        let match = randomMatch(&generator)
        guard match != DateMatch() else { continue }
        let trigger = NotificationTrigger.calendar(match, repeats: true)
        // From some day on, the next three.
        var now = start + Double(generator.next() % 300) * 86_400 + 450
        for _ in 0..<3 {
            let end = start + Double(days - 1) * 86_400
            let expected = oracle.next(match, after: now)
            let found = device.nextDate(of: trigger, at: now).flatMap { $0 < end ? $0 : nil }
            #expect(found == expected.flatMap { $0 < end ? $0 : nil }, "\(match) from \(now)")
            guard let found else { break }
            foundCount += 1
            now = found
        }
    }
    #expect(foundCount > 50)
}
