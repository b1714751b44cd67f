// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopTesting
import Foundation
import Testing

@testable import BellhopKit

/// A notification with quiet hours from 22:00 to 07:00 in Berlin, planned on 1 January 2026, and
/// when it is shown.
struct QuietCase: CustomTestStringConvertible, Sendable {
    var trigger: LocalTrigger
    var next: String

    init(_ trigger: LocalTrigger, comes next: String) {
        self.trigger = trigger
        self.next = next
    }

    var testDescription: String { "\(trigger)" }

    static let all = [
        QuietCase(.daily(hour: 21, minute: 59), comes: "2026-01-01T20:59:00Z"),
        QuietCase(.daily(hour: 22), comes: "2026-01-02T06:00:00Z"),
        QuietCase(.daily(hour: 6, minute: 59), comes: "2026-01-02T06:00:00Z"),
        QuietCase(.daily(hour: 7), comes: "2026-01-02T06:00:00Z"),
        QuietCase(.weekly(.saturday, hour: 23), comes: "2026-01-04T06:00:00Z"),
        QuietCase(.weekly(.saturday, hour: 3), comes: "2026-01-03T06:00:00Z"),
        QuietCase(.monthly(day: 31, hour: 23), comes: "2026-02-01T06:00:00Z"),
        QuietCase(.monthly(day: 2, hour: 1), comes: "2026-01-02T06:00:00Z"),
        QuietCase(.yearly(month: 12, day: 31, hour: 23), comes: "2027-01-01T06:00:00Z"),
        QuietCase(.on(year: 2026, month: 2, day: 28, hour: 22), comes: "2026-03-01T06:00:00Z"),
        QuietCase(
            .on(year: 2026, month: 3, day: 28, hour: 23), comes: "2026-03-29T05:00:00Z"),
        QuietCase(.after(.seconds(12 * 3600)), comes: "2026-01-02T06:00:00Z"),
        // The times are not known in advance, so such notifications are shown at any hour.
        QuietCase(.every(.seconds(11 * 3600)), comes: "2026-01-01T22:00:00Z"),
    ]
}

@MainActor
struct QuietHoursTests {
    private let night = QuietHours(from: (22, 0), to: (7, 0))
    private let silentNight = QuietHours(from: (22, 0), to: (7, 0), .quieten)

    private func makePhone(_ hours: QuietHours?) async throws -> ReminderPhone {
        try await ReminderPhone(
            at: try date("2026-01-01T11:00:00Z"), zone: "Europe/Berlin",
            makeSchedule: { LocalSchedule(context: $0, quietHours: hours) })
    }

    @Test(arguments: QuietCase.all)
    func `a notification that is due in quiet hours is shown in the morning`(quiet: QuietCase)
        async throws
    {
        let test = try await makePhone(night)
        try await test.plan(.reminder("x", quiet.trigger))
        #expect(test.app.pending.map(\.nextDate) == [try date(quiet.next)])
        #expect(try test.schedule.nextDate(of: "x") == (try date(quiet.next)))
    }

    @Test func `with quiet hours that only quieten, a notification is passive and has no sound`()
        async throws
    {
        let test = try await makePhone(silentNight)
        try await test.plan(
            .reminder("late", .daily(hour: 23)), .reminder("early", .daily(hour: 8)))
        try await test.phone.goHome()
        await test.phone.advance(to: try date("2026-01-02T07:00:00Z"))
        let shown = test.phone.screen.notifications
        #expect(shown.map(\.title) == ["early", "late"])
        #expect(shown.map(\.level) == [.active, .passive])
        #expect(shown.map { $0.sound == nil } == [false, true])
    }

    @Test func `a notification that ignores quiet hours is shown at night`() async throws {
        let test = try await makePhone(night)
        var alarm = LocalNotification.reminder("alarm", .daily(hour: 23))
        alarm.ignoresQuietHours = true
        try await test.plan(alarm)
        #expect(test.app.pending.map(\.nextDate) == [try date("2026-01-01T22:00:00Z")])
    }

    @Test func `when the quiet hours change, planned notifications are moved`() async throws {
        let test = try await makePhone(nil)
        try await test.plan(.reminder("late", .daily(hour: 23)))
        try await test.schedule.setQuietHours(night)
        #expect(test.app.pending.map(\.nextDate) == [try date("2026-01-02T06:00:00Z")])
        try await test.schedule.setQuietHours(nil)
        #expect(test.app.pending.map(\.nextDate) == [try date("2026-01-01T22:00:00Z")])
    }

    @Test func `quiet hours apply in the phone's current time zone`() async throws {
        let test = try await makePhone(night)
        let moment = try date("2026-01-01T18:00:00Z")
        try await test.plan(.reminder("call", .at(moment)))
        #expect(test.app.pending.map(\.nextDate) == [moment])
        // In Tokyo, the time is then 3:00.
        try await test.phone.perform(.setTimeZone("Asia/Tokyo"))
        try await test.schedule.refill()
        #expect(test.app.pending.map(\.nextDate) == [try date("2026-01-01T22:00:00Z")])
    }

    @Test func `a monthly notification on the night of day 31 is shown the next morning`()
        async throws
    {
        let test = try await makePhone(night)
        try await test.plan(.reminder("rent", .monthly(day: 31, hour: 23)))
        for morning in ["2026-02-01T06:00:00Z", "2026-04-01T05:00:00Z", "2026-06-01T05:00:00Z"] {
            #expect(test.app.pending.map(\.nextDate) == [try date(morning)])
            await test.phone.advance(to: try date(morning).addingTimeInterval(-3600))
            #expect(try await test.schedule.refill().added.isEmpty)
            await test.phone.advance(by: .seconds(3600))
            #expect(try await test.schedule.refill().added == ["rent"])
        }
    }

    @Test func `invalid quiet hours are refused, and valid ones do not include their end`() {
        #expect(QuietHours(from: (24, 0), to: (7, 0)) == nil)
        #expect(QuietHours(from: (22, 60), to: (7, 0)) == nil)
        #expect(QuietHours(from: (7, 0), to: (7, 0)) == nil)
        let noon = QuietHours(from: (12, 0), to: (13, 30))
        #expect(noon?.contains(hour: 13, minute: 29) == true)
        #expect(noon?.contains(hour: 13, minute: 30) == false)
        #expect(noon?.contains(hour: 11, minute: 59) == false)
    }
}
