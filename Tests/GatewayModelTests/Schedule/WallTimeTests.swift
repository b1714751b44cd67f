// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GatewayModel
import Testing

struct WallTimeTests {
    private static let zones = ZoneFile.all()

    private func instant(_ wall: String, in zone: String) throws -> Int64 {
        let file = try #require(Self.zones.first { $0.name == zone }, "\(zone) is not installed")
        return try #require(WallTime(wall)).firstInstant(offset: file.offset)
    }

    private func utc(_ text: String) throws -> Int64 {
        try #require(WallTime(text)).seconds
    }

    @Test(
        .enabled(if: !ZoneFile.all().isEmpty, "the machine has no time zones"),
        arguments: [
            // An ordinary day, and zones at both ends of the world.
            ("2026-12-24T09:00", "Europe/Berlin", "2026-12-24T08:00"),
            ("2026-12-24T09:00", "Pacific/Kiritimati", "2026-12-23T19:00"),
            ("2026-12-24T09:00", "Pacific/Pago_Pago", "2026-12-24T20:00"),
            ("2026-12-24T09:00", "Asia/Kathmandu", "2026-12-24T03:15"),
            // A time that does not exist: the first instant after the gap.
            ("2026-03-29T02:30", "Europe/Berlin", "2026-03-29T01:00"),
            ("2026-03-08T02:00", "America/New_York", "2026-03-08T07:00"),
            // A time that occurs twice: the first of the two.
            ("2026-10-25T02:30", "Europe/Berlin", "2026-10-25T00:30"),
            ("2026-11-01T01:30", "America/New_York", "2026-11-01T05:30"),
            // A shift of half an hour.
            ("2026-04-05T01:45", "Australia/Lord_Howe", "2026-04-04T14:45"),
            ("2026-10-04T02:15", "Australia/Lord_Howe", "2026-10-03T15:30"),
            // A day that does not exist.
            ("2011-12-30T09:00", "Pacific/Apia", "2011-12-30T10:00"),
            // Summer time that pauses in Ramadan.
            ("2026-02-15T02:30", "Africa/Casablanca", "2026-02-15T01:30"),
            ("2026-03-22T02:30", "Africa/Casablanca", "2026-03-22T02:00"),
            // A change on a date that the government decides.
            ("2026-03-28T02:30", "Asia/Gaza", "2026-03-28T00:00"),
        ])
    func `a local time refers to its first instant in the zone`(
        wall: String, zone: String, expected: String
    ) throws {
        let text = "\(wall) in \(zone)"
        #expect(try instant(wall, in: zone) == utc(expected), "\(text)")
    }

    @Test(.enabled(if: !ZoneFile.all().isEmpty, "the machine has no time zones"))
    func `in every zone, at every clock change, no earlier instant has the same local time`() {
        #expect(Self.zones.count > 400)
        // From 2025 to 2027; with BELLHOP_LONG, from 2000 to 2036.
        let years: ClosedRange<Int64> =
            ProcessInfo.processInfo.environment["BELLHOP_LONG"] == nil
            ? 1_735_689_600...1_830_297_600 : 946_684_800...2_114_380_800
        for zone in Self.zones {
            for change in zone.changes where years.contains(change) {
                let (before, after) = (zone.offset(at: change - 1), zone.offset(at: change))
                let gap = abs(after - before)
                let distances: [Int64] = [-gap - 3600, -gap / 2, 0, gap / 2, gap + 3600, 12 * 3600]
                for distance in distances {
                    check(WallTime(seconds: change + min(before, after) + distance), zone)
                    check(WallTime(seconds: change + max(before, after) + distance), zone)
                }
            }
        }
    }

    private func check(_ wall: WallTime, _ zone: ZoneFile) {
        let instant = wall.firstInstant(offset: zone.offset)
        func shown(at time: Int64) -> Int64 { time + zone.offset(at: time) }
        #expect(shown(at: instant) >= wall.seconds, "\(wall) in \(zone.name)")
        let near = stride(from: instant - 60, to: instant - 3 * 3600, by: -60)
        let far = stride(from: instant - 3 * 3600, to: wall.seconds - 17 * 3600, by: -900)
        let isFirst =
            near.allSatisfy { shown(at: $0) < wall.seconds }
            && far.allSatisfy { shown(at: $0) < wall.seconds }
            && shown(at: instant - 1) < wall.seconds
        #expect(isFirst, "\(wall) in \(zone.name) is before \(instant)")
        // Unless the clocks skip the time, they show it exactly.
        let isSkipped = zone.offset(at: instant) != zone.offset(at: instant - 1)
        #expect(shown(at: instant) == wall.seconds || isSkipped, "\(wall) in \(zone.name)")
    }

    @Test(arguments: [
        "", "2026-12-24", "2026-12-24T09", "2026-12-24 09:00", "2026-12-24T09:00Z",
        "2026-13-24T09:00", "2026-02-30T09:00", "2026-12-24T24:00", "2026-12-24T09:60",
        "2026-12-24T09:00:60", "+026-12-24T09:00", "2026-12-24T09:00+01:00", "２０26-12-24T09:00",
    ])
    func `a text that is not a local time is refused`(text: String) {
        #expect(WallTime(text) == nil)
    }
}
