// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import Foundation
import Testing

@MainActor
struct LocalScheduleTests {
    private func hourly(_ count: Int, from start: Date) -> [LocalNotification] {
        (1...count).map {
            .reminder("r\($0)", .at(start.addingTimeInterval(Double($0) * 3600)))
        }
    }

    @Test
    func `LCL-12: of 200 planned reminders, the system has the soonest 60, and all are shown`()
        async throws
    {
        let test = try await ReminderPhone()
        let (phone, app) = (test.phone, test.app)
        try await test.schedule.plan(hourly(200, from: phone.clock.now).shuffled())
        #expect(app.pending.map(\.id) == (1...60).map { "r\($0)" })
        #expect(try test.schedule.planned.count == 200)

        var shown = 0
        while shown < 200 {
            await phone.advance(by: .seconds(20 * 3600))
            shown += 20
            #expect(phone.screen.notifications.count == shown)
            // The process may end in between; the next launch continues.
            if shown == 80 { try await phone.terminate(app) } else { try await phone.goHome() }
            try await test.open()
            #expect(app.pending.count == min(60, 200 - shown))
        }
        #expect(Set(phone.screen.notifications.map(\.title)).count == 200)
        #expect(try test.schedule.planned.isEmpty)
    }

    @Test func `requests of the app's other code are kept, and the plan uses the remaining places`()
        async throws
    {
        let test = try await ReminderPhone(makeSchedule: { LocalSchedule(context: $0, reserve: 0) })
        let (phone, app) = (test.phone, test.app)
        try await test.schedule.plan(hourly(70, from: phone.clock.now))
        #expect(app.pending.count == 64)

        try await app.run {
            for id in 1...3 {
                let content = UNMutableNotificationContent()
                content.title = "other"
                try await app.center.add(
                    UNNotificationRequest(
                        identifier: "other\(id)", content: content,
                        trigger: UNTimeIntervalNotificationTrigger(
                            timeInterval: Double(id) * 60, repeats: false)))
            }
        }
        let refill = try await test.schedule.refill()
        #expect(refill.waitingCount == 9)
        #expect(app.pending.count == 64)
        #expect(app.pending.filter { $0.id.hasPrefix("other") }.count == 3)
        #expect(app.pending.suffix(61).map(\.id) == (1...61).map { "r\($0)" })
    }

    @Test
    func `ID-1, LCL-3: a notification replaces a different one with the same identifier`()
        async throws
    {
        let test = try await ReminderPhone()
        let now = test.phone.clock.now
        try await test.plan(
            .reminder("tea", .after(.seconds(600))), .reminder("run", .daily(hour: 9)))
        try await test.plan(.reminder("tea", .after(.seconds(60))))
        #expect(test.app.pending.map(\.id) == ["tea", "run"])
        #expect(test.app.pending.first?.nextDate == now.addingTimeInterval(60))

        let before = test.app.pending
        await test.phone.advance(by: .seconds(30))
        try await test.plan(.reminder("run", .daily(hour: 9)))
        #expect(test.app.pending == before, "nothing was added again")
        #expect(try test.schedule.planned.map(\.id) == ["tea", "run"])
    }

    @Test func `T195, RM-1: the Delete action removes a notification by its identifier`()
        async throws
    {
        let test = try await ReminderPhone()
        let phone = test.phone
        try await test.plan(
            .reminder("plants", .every(.seconds(3600))), .reminder("rent", .daily(hour: 12)))
        try await phone.goHome()
        await phone.advance(by: .seconds(3600))
        #expect(phone.screen.notifications.map(\.title) == ["plants"])

        try await phone.choose("delete")
        await test.delegate?.schedule?.settled()
        #expect(phone.screen.notifications.isEmpty)
        #expect(test.app.pending.map(\.id) == ["rent"])

        await phone.advance(by: .seconds(11 * 3600))
        #expect(phone.screen.notifications.map(\.title) == ["rent"])
        try await test.plan(.reminder("tea", .after(.seconds(60))))
        await phone.advance(by: .seconds(60))
        try await test.schedule.refill()
        #expect(phone.screen.notifications.map(\.title) == ["tea", "rent"])
        #expect(try test.schedule.planned.map(\.id) == ["rent"], "the time of tea has passed")
        try await test.schedule.cancelAll()
        #expect(phone.screen.notifications.isEmpty)
        #expect(test.app.pending.isEmpty)
    }

    @Test func `LCL-22: a repeating notification uses one request, which stays pending`()
        async throws
    {
        let test = try await ReminderPhone()
        try await test.plan(
            .reminder("stand", .every(.seconds(1800))), .reminder("lunch", .daily(hour: 12)))
        for _ in 1...5 {
            await test.phone.advance(by: .seconds(86_400))
            try await test.open()
            #expect(test.app.pending.map(\.id) == ["stand", "lunch"])
        }
        #expect(test.phone.screen.notifications.filter { $0.title == "lunch" }.count >= 1)
    }

    @Test func `AUTH-23: without permission nothing is planned, and the error says why`()
        async throws
    {
        let test = try await ReminderPhone(isAllowed: false)
        await #expect(throws: LocalNotificationError.notAllowed) {
            try await test.plan(.reminder("tea", .after(.seconds(60))))
        }
        #expect(try test.schedule.planned.isEmpty)
    }

    @Test func `when permission is withdrawn and granted again, the plan is submitted again`()
        async throws
    {
        let test = try await ReminderPhone()
        let start = test.phone.clock.now
        try await test.schedule.plan(hourly(100, from: start))
        try await test.phone.setPermission(.denied, for: test.app)
        await test.app.run { test.app.center.removeAllPendingNotificationRequests() }
        let refused = try await test.schedule.refill()
        #expect(!refused.isAllowed)
        #expect(refused.added.isEmpty)

        try await test.phone.setPermission(.authorized, for: test.app)
        let refill = try await test.schedule.refill()
        #expect(refill.added.count == 60)
        #expect(try test.schedule.planned.count == 100)
    }

    @Test func `a notification that misses its time for lack of room is reported once as missed`()
        async throws
    {
        let test = try await ReminderPhone()
        try await test.schedule.plan(hourly(70, from: test.phone.clock.now))
        try await test.phone.goHome()
        await test.phone.advance(by: .seconds(65 * 3600 + 1))
        #expect(test.phone.screen.notifications.count == 60)

        let refill = try await test.schedule.refill()
        #expect(refill.missed.map(\.id).sorted() == (61...65).map { "r\($0)" })
        #expect(refill.added == (66...70).map { "r\($0)" })
        #expect(try await test.schedule.refill().missed.isEmpty)
    }

    @Test func `a damaged plan is restored from the system's requests`() async throws {
        let test = try await ReminderPhone()
        try await test.plan(
            .reminder("tea", .after(.seconds(600))), .reminder("run", .daily(hour: 9)))
        let pending = test.app.pending
        let folder = await test.app.run { AppContext.current(appGroup: nil).folder.url }
        let file = folder.appendingPathComponent("local-notifications.json")
        try Data("{\"entries\":".utf8).write(to: file)

        try await test.phone.terminate(test.app)
        try await test.open()
        #expect(test.app.pending == pending)
        #expect(try test.schedule.planned.map(\.id) == ["tea", "run"])
        #expect(try await test.schedule.refill().added.isEmpty)
    }

    @Test func `LCL-20: two schedules plan concurrently, and no notification is lost`()
        async throws
    {
        let test = try await ReminderPhone()
        let context = await test.app.run { AppContext.current(appGroup: nil) }
        let schedules = try [
            test.schedule, LocalSchedule(context: context, center: test.app.center),
        ]
        try await withThrowingTaskGroup { group in
            for (index, schedule) in schedules.enumerated() {
                for number in 1...25 {
                    group.addTask {
                        try await schedule.plan(
                            .reminder("p\(index).\(number)", .after(.seconds(60 * number))))
                    }
                }
            }
            try await group.waitForAll()
        }
        let refill = try await test.schedule.refill()
        #expect(refill.missed.isEmpty)
        #expect(try test.schedule.planned.count == 50)
        #expect(Set(test.app.pending.map(\.id)).count == 50)
    }

    @Test func `a request that other code removed from the system is submitted again`() async throws
    {
        let test = try await ReminderPhone()
        try await test.plan(.reminder("run", .daily(hour: 9)))
        await test.app.run { test.app.center.removeAllPendingNotificationRequests() }
        #expect(try await test.schedule.refill().added == ["run"])
        #expect(test.app.pending.map(\.id) == ["run"])
    }

    @Test func `a shown reminder is not submitted again, even if the plan was not written`()
        async throws
    {
        let test = try await ReminderPhone()
        let folder = await test.app.run { AppContext.current(appGroup: nil).folder.url }
        let file = folder.appendingPathComponent("local-notifications.json")
        try await test.plan(.reminder("tea", .after(.seconds(60))))
        // The process ended after the system had the request, but before the plan was written.
        let text = try String(contentsOf: file, encoding: .utf8)
        let start = try #require(text.range(of: "\"handed_over\":{"))
        let end = try #require(text[start.upperBound...].range(of: "},"))
        try text.replacingCharacters(in: start.lowerBound..<end.upperBound, with: "")
            .write(to: file, atomically: true, encoding: .utf8)
        await test.phone.advance(by: .seconds(61))
        #expect(test.phone.screen.notifications.count == 1)

        let refill = try await test.schedule.refill()
        #expect(refill.added.isEmpty)
        #expect(refill.missed.isEmpty)
        #expect(try test.schedule.planned.isEmpty)
    }

    @Test func `LOC-6: a text key is resolved in the language that is set when the text is shown`()
        async throws
    {
        let test = try await ReminderPhone(describe: {
            $0.bundle.strings = [
                "en": ["TEA": "Tea for %@"], "de": ["TEA": "Tee für %@"],
            ]
        })
        try await test.plan(
            LocalNotification(
                id: "tea", LocalContent(title: .key("TEA", arguments: ["Ann"])),
                .after(.seconds(60))))
        try await test.phone.perform(.setLanguage("de"))
        await test.phone.advance(by: .seconds(60))
        #expect(test.phone.screen.notifications.map(\.title) == ["Tee für Ann"])
    }

    @Test func `an attachment is stored until its notification is shown, and then deleted`()
        async throws
    {
        let test = try await ReminderPhone(makeSchedule: { LocalSchedule(context: $0, reserve: 64) }
        )
        let picture = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString + ".png")
        try Data([0x89, 0x50, 0x4E, 0x47]).write(to: picture)
        var notification = LocalNotification.reminder("plant", .after(.seconds(3600)))
        notification.content.attachments = [LocalAttachment(picture, id: "plant")]
        try await test.plan(notification)
        #expect(test.app.pending.isEmpty, "all of the system's requests are left to other code")
        try FileManager.default.removeItem(at: picture)

        let context = await test.app.run { AppContext.current(appGroup: nil) }
        let store = context.folder.url.appendingPathComponent("local-attachments")
        #expect(try FileManager.default.contentsOfDirectory(atPath: store.path).count == 1)
        // A schedule of the same app, with room for the request.
        let schedule = LocalSchedule(context: context, center: test.app.center)
        await schedule.refill()
        #expect(test.app.pending.first?.request.content.attachments.map(\.id) == ["plant"])
        await test.phone.advance(by: .seconds(3600))
        #expect(test.phone.screen.notifications.first?.attachments.count == 1)
        await schedule.refill()
        #expect(try FileManager.default.contentsOfDirectory(atPath: store.path).isEmpty)
    }
}
