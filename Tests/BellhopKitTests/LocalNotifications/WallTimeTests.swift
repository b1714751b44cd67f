// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopTesting
import Foundation
import Testing

@testable import BellhopKit

/// A wall-clock time that is planned at some moment in some time zone, and when it occurs.
struct WallCase: CustomTestStringConvertible, Sendable {
    var zone: String
    var trigger: LocalTrigger
    var now: String
    var next: String

    init(_ zone: String, _ trigger: LocalTrigger, at now: String, comes next: String) {
        self.zone = zone
        self.trigger = trigger
        self.now = now
        self.next = next
    }

    var testDescription: String { "\(trigger) in \(zone) at \(now)" }

    static let all = [
        // The clocks go forward: 2:30 does not exist and becomes 3:00.
        WallCase(
            "Europe/Berlin", .daily(hour: 2, minute: 30), at: "2026-03-28T12:00:00Z",
            comes: "2026-03-29T01:00:00Z"),
        WallCase(
            "Europe/Berlin", .on(year: 2026, month: 3, day: 29, hour: 2, minute: 30),
            at: "2026-03-01T12:00:00Z", comes: "2026-03-29T01:00:00Z"),
        WallCase(
            "America/New_York", .daily(hour: 9), at: "2026-03-07T14:00:00Z",
            comes: "2026-03-08T13:00:00Z"),
        // The clocks go back: 2:30 occurs twice and counts once.
        WallCase(
            "Europe/Berlin", .daily(hour: 2, minute: 30), at: "2026-10-24T12:00:00Z",
            comes: "2026-10-25T00:30:00Z"),
        WallCase(
            "Europe/Berlin", .daily(hour: 2, minute: 30), at: "2026-10-25T00:30:00Z",
            comes: "2026-10-26T01:30:00Z"),
        // The clocks change by only half an hour, and at midnight.
        WallCase(
            "Australia/Lord_Howe", .daily(hour: 2, minute: 15), at: "2026-10-03T10:00:00Z",
            comes: "2026-10-03T15:30:00Z"),
        WallCase(
            "Africa/Cairo", .daily(hour: 0, minute: 15), at: "2026-04-23T12:00:00Z",
            comes: "2026-04-23T22:00:00Z"),
        WallCase(
            "Asia/Kathmandu", .weekly(.monday, hour: 7), at: "2026-01-04T12:00:00Z",
            comes: "2026-01-05T01:15:00Z"),
        WallCase(
            "Pacific/Kiritimati", .daily(hour: 0), at: "2025-12-31T09:59:00Z",
            comes: "2025-12-31T10:00:00Z"),
        // Months and years without the day.
        WallCase(
            "UTC", .monthly(day: 31, hour: 9), at: "2026-01-31T09:00:00Z",
            comes: "2026-03-31T09:00:00Z"),
        WallCase(
            "UTC", .yearly(month: 2, day: 29, hour: 9), at: "2026-01-01T00:00:00Z",
            comes: "2028-02-29T09:00:00Z"),
        WallCase(
            "UTC", .weekly(.thursday, hour: 0), at: "2026-01-01T00:00:00Z",
            comes: "2026-01-08T00:00:00Z"),
    ]
}

@MainActor
struct WallTimeTests {
    @Test(arguments: WallCase.all)
    func `LCL-8, LCL-10: a time of day is local time, even when the clocks change`(
        wall: WallCase
    ) throws {
        let zone = try #require(TimeZone(identifier: wall.zone))
        let now = try date(wall.now)
        let due = wall.trigger.systemTrigger(at: now)
            .due(after: now, in: zone, quiet: nil, submitted: nil)
        #expect(due.date == (try date(wall.next)))
    }

    @Test(arguments: WallCase.all)
    func `LCL-4: the phone and the schedule agree on the next date of a notification`(
        wall: WallCase
    ) async throws {
        let test = try await ReminderPhone(at: try date(wall.now), zone: wall.zone)
        try await test.plan(.reminder("x", wall.trigger))
        #expect(test.app.pending.first?.nextDate == (try date(wall.next)))
        #expect(try test.schedule.nextDate(of: "x") == (try date(wall.next)))
    }

    @Test(
        arguments: [
            "Europe/Berlin", "America/New_York", "America/St_Johns", "Australia/Lord_Howe",
            "Africa/Casablanca", "Asia/Tehran", "Pacific/Apia", "America/Sao_Paulo", "UTC",
        ])
    func `schedule and phone agree on random times for about a year`(zone: String) async throws {
        let test = try await ReminderPhone(zone: zone)
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<40 {
            let hour = Int.random(in: 0...23, using: &generator)
            let minute = Int.random(in: 0...59, using: &generator)
            let day = Int.random(in: 1...31, using: &generator)
            let weekday = try #require(LocalWeekday.allCases.randomElement(using: &generator))
            try await test.plan(
                .reminder("daily", .daily(hour: hour, minute: minute)),
                .reminder("weekly", .weekly(weekday, hour: hour, minute: minute)),
                .reminder("monthly", .monthly(day: day, hour: hour, minute: minute)))
            for request in test.app.pending {
                #expect(try test.schedule.nextDate(of: request.id) == request.nextDate)
            }
            await test.phone.advance(
                by: .seconds(Int.random(in: 3600...(20 * 86_400), using: &generator)))
        }
    }

    @Test
    func `LCL-8: nine o'clock stays nine when the person travels, and a fixed date stays fixed`()
        async throws
    {
        let test = try await ReminderPhone(zone: "Europe/Berlin")
        let moment = try date("2026-01-01T08:30:00Z")
        try await test.plan(.reminder("nine", .daily(hour: 9)), .reminder("moment", .at(moment)))
        #expect(try test.schedule.planned.map(\.id) == ["nine", "moment"])

        try await test.phone.perform(.setTimeZone("America/New_York"))
        let refill = try await test.schedule.refill()
        #expect(refill.added.isEmpty, "the system adjusts it automatically")
        #expect(try test.schedule.planned.map(\.id) == ["moment", "nine"])
        #expect(try test.schedule.nextDate(of: "nine") == (try date("2026-01-01T14:00:00Z")))
        #expect(test.app.pending.map(\.nextDate) == [moment, try date("2026-01-01T14:00:00Z")])
    }

    @Test func `LCL-5: a day that has passed in the person's new time zone is reported as missed`()
        async throws
    {
        let test = try await ReminderPhone(zone: "America/New_York")
        let noon = LocalTrigger.on(year: 2026, month: 1, day: 1, hour: 12)
        try await test.plan(.reminder("noon", noon))
        await test.phone.advance(to: try date("2026-01-01T06:00:00Z"))
        try await test.phone.perform(.setTimeZone("Asia/Tokyo"))
        await test.app.run { test.app.center.removeAllPendingNotificationRequests() }
        let refill = try await test.schedule.refill()
        #expect(refill.missed.map(\.id) == ["noon"])
    }
}
