// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import Foundation
import Testing

/// A notification that cannot be planned, and the error that is thrown.
private struct Refused: CustomTestStringConvertible {
    var what: String
    var notification: LocalNotification
    var error: LocalNotificationError

    init(_ what: String, _ trigger: LocalTrigger, _ error: LocalNotificationError) {
        self.what = what
        notification = .reminder("x", trigger)
        self.error = error
    }

    init(_ what: String, _ notification: LocalNotification, _ error: LocalNotificationError) {
        self.what = what
        self.notification = notification
        self.error = error
    }

    var testDescription: String { what }

    private static let past = Date(timeIntervalSince1970: 1_767_225_600)

    static let all = [
        Refused("LCL-2: zero seconds", .after(.zero), .timeHasPassed),
        Refused("LCL-2: negative seconds", .after(.seconds(-5)), .timeHasPassed),
        Refused("LCL-2: 59 s, repeating", .every(.seconds(59)), .repeatsTooOften),
        Refused("LCL-5: now", .at(past), .timeHasPassed),
        Refused(
            "LCL-5: a day in the past", .on(year: 2025, month: 12, day: 31, hour: 9), .timeHasPassed
        ),
        Refused("LCL-5: too far ahead", .at(Date(timeIntervalSince1970: 1e18)), .invalidTime),
        Refused("beyond the range of calendars", .after(.seconds(Int64.max)), .invalidTime),
        Refused(
            "the year 10000", .on(year: 10_000, month: 1, day: 1, hour: 9), .invalidTime),
        Refused(
            "the largest year", .on(year: .max, month: 1, day: 1, hour: 9), .invalidTime),
        Refused("hour 24", .daily(hour: 24), .invalidTime),
        Refused("minute 60", .daily(hour: 9, minute: 60), .invalidTime),
        Refused("30 February", .yearly(month: 2, day: 30, hour: 9), .invalidTime),
        Refused(
            "29 February of a common year", .on(year: 2027, month: 2, day: 29, hour: 9),
            .invalidTime),
        Refused("day 32", .monthly(day: 32, hour: 9), .invalidTime),
        Refused(
            "no radius", .arriving(LocalRegion(latitude: 1, longitude: 1, radius: 0)),
            .invalidRegion),
        Refused(
            "91° north", .leaving(LocalRegion(latitude: 91, longitude: 1)), .invalidRegion),
        Refused("no identifier", .reminder("", .daily(hour: 9)), .identifier),
        Refused(
            "a long identifier", .reminder(String(repeating: "x", count: 257), .daily(hour: 9)),
            .identifier),
        Refused(
            "LCL-6: nothing to show",
            LocalNotification(id: "x", LocalContent(sound: nil), .daily(hour: 9)), .nothingToShow),
        Refused(
            "too large", .reminder("x", .daily(hour: 9)).with(byteCount: 20_000),
            .tooLarge(byteCountMax: 16_384)),
        Refused(
            "a file that does not exist", .reminder("x", .daily(hour: 9)).with(file: "no.png"),
            .attachment("no.png")),
    ]
}

extension LocalNotification {
    fileprivate func with(byteCount: Int) -> LocalNotification {
        var changed = self
        changed.content.body = LocalText(String(repeating: "x", count: byteCount))
        return changed
    }

    fileprivate func with(file: String) -> LocalNotification {
        var changed = self
        changed.content.attachments = [LocalAttachment(URL(fileURLWithPath: "/nowhere/" + file))]
        return changed
    }
}

@MainActor
struct LocalCheckTests {
    @Test(arguments: Refused.all)
    private func `planning a notification that the system would refuse fails and changes nothing`(
        refused: Refused
    ) async throws {
        let test = try await ReminderPhone()
        try await test.plan(.reminder("before", .daily(hour: 9)))
        await #expect(throws: refused.error) { try await test.plan(refused.notification) }
        #expect(test.app.pending.map(\.id) == ["before"])
        #expect(try test.schedule.planned.map(\.id) == ["before"])
        #expect(!refused.error.description.isEmpty)
    }

    @Test func `if one of several notifications is invalid, none is planned`() async throws {
        let test = try await ReminderPhone()
        await #expect(throws: LocalNotificationError.repeatsTooOften) {
            try await test.plan(
                .reminder("a", .daily(hour: 9)), .reminder("b", .every(.seconds(1))))
        }
        #expect(try test.schedule.planned.isEmpty)
    }

    @Test func `the plan accepts at most 500 notifications`() async throws {
        let test = try await ReminderPhone()
        let many = (0...LocalSchedule.planCountMax).map {
            LocalNotification.reminder("\($0)", .after(.seconds(60 + $0)))
        }
        await #expect(throws: LocalNotificationError.tooMany(countMax: 500)) {
            try await test.schedule.plan(many)
        }
        #expect(try test.schedule.planned.isEmpty)
        try await test.schedule.plan(Array(many.dropLast()))
        #expect(try test.schedule.planned.count == 500)
    }

    @Test func `if the plan cannot be written, planning fails and the system's requests stay`()
        async throws
    {
        let test = try await ReminderPhone()
        try await test.plan(.reminder("tea", .daily(hour: 9)))
        let before = test.app.pending
        // There is a folder in place of the file.
        let folder = await test.app.run { AppContext.current(appGroup: nil).folder.url }
        let file = folder.appendingPathComponent("local-notifications.json")
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createDirectory(
            at: file.appendingPathComponent("x"), withIntermediateDirectories: true)
        await #expect(throws: LocalNotificationError.storage) {
            try await test.plan(.reminder("run", .daily(hour: 10)))
        }
        #expect(test.app.pending == before)
    }

    @Test func `a notification cancelled while the plan cannot be written stays cancelled`()
        async throws
    {
        let test = try await ReminderPhone()
        try await test.plan(.reminder("tea", .daily(hour: 9)))
        let folder = await test.app.run { AppContext.current(appGroup: nil).folder.url }
        let file = folder.appendingPathComponent("local-notifications.json")
        let plan = try Data(contentsOf: file)
        let lock = folder.appendingPathComponent("local-notifications.lock")
        try FileManager.default.removeItem(at: lock)
        try FileManager.default.createDirectory(at: lock, withIntermediateDirectories: true)

        try await test.schedule.cancel("tea")
        #expect(test.app.pending.isEmpty)
        #expect(try Data(contentsOf: file) == plan)
        try FileManager.default.removeItem(at: lock)
        #expect(try await test.schedule.refill().added.isEmpty)
        #expect(test.app.pending.isEmpty)
        #expect(try test.schedule.planned.isEmpty)
    }
}
