// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import Foundation
import Testing

@MainActor
struct SnoozeTests {
    @Test func `T194: an action on the lock screen shows the notification again in five minutes`()
        async throws
    {
        let test = try await ReminderPhone()
        let phone = test.phone
        var pills = LocalNotification.reminder("pills", .daily(hour: 8))
        pills.content.sound = .named("bell.caf")
        pills.content.payload = PushPayload(["dose": ["count": 2]] as [AnyHashable: Any])
        try await test.plan(pills)
        try await phone.goHome()
        try await phone.suspend(test.app)
        try await phone.lock()
        await phone.advance(by: .seconds(8 * 3600))
        let first = try #require(phone.screen.lockScreen.first)

        try await phone.choose("snooze")
        await test.delegate?.schedule?.settled()
        #expect(phone.screen.isLocked)
        #expect(phone.screen.lockScreen.isEmpty)
        await phone.advance(by: .seconds(299))
        #expect(phone.screen.lockScreen.isEmpty)
        await phone.advance(by: .seconds(1))
        let again = try #require(phone.screen.lockScreen.first)
        #expect(again.title == "pills")
        #expect(again.category == "reminder")
        let next = try #require(test.app.pending.first)
        #expect(next.id == "pills", "tomorrow's reminder stays")
        #expect(again.sound == first.sound)
    }

    @Test func `a snoozed notification can be snoozed again, and cancelling removes it`()
        async throws
    {
        let test = try await ReminderPhone()
        let phone = test.phone
        try await test.plan(.reminder("pills", .after(.seconds(60))))
        try await phone.lock()
        for _ in 1...3 {
            await phone.advance(by: .seconds(300))
            #expect(phone.screen.lockScreen.count == 1)
            try await phone.choose("snooze")
            await test.delegate?.schedule?.settled()
            // The app's code may not have begun to snooze when `choose` returns.
            while test.app.pending.isEmpty {
                try Task.checkCancellation()
                await Task.yield()
            }
            #expect(test.app.pending.map(\.id) == ["pills.snoozed"])
        }
        try await test.schedule.cancel("pills")
        #expect(test.app.pending.isEmpty)
    }

    @Test func `T194: a push can be snoozed, and keeps its text, thread and data`() async throws {
        let test = try await ReminderPhone()
        let phone = test.phone
        try await phone.goHome()
        try await phone.suspend(test.app)
        try await phone.lock()
        try await phone.push(
            """
            {"aps":{"alert":{"title":"Standup","body":"In room 4"},"sound":"gong.caf",\
            "category":"reminder","thread-id":"work"},"meeting":"m7"}
            """)
        try await phone.choose("snooze")
        await test.delegate?.schedule?.settled()
        await phone.advance(by: .seconds(300))
        let again = try #require(phone.screen.lockScreen.first)
        #expect(again.title == "Standup")
        #expect(again.body == "In room 4")
        #expect(again.threadID == "work")
        let shown = await test.app.center.deliveredNotifications()
        #expect(PushPayload(shown[0].request.content.userInfo).string("meeting") == "m7")
        #expect(test.delegate?.snoozeError == nil)
    }

    @Test func `a snoozed notification is shown in quiet hours, because the person requested it`()
        async throws
    {
        let night = QuietHours(from: (22, 0), to: (7, 0))
        let test = try await ReminderPhone(
            at: try date("2026-01-01T21:00:00Z"),
            makeSchedule: { LocalSchedule(context: $0, quietHours: night) })
        try await test.plan(.reminder("pills", .daily(hour: 21, minute: 58)))
        await test.phone.advance(by: .seconds(58 * 60))
        try await test.phone.choose("snooze")
        await test.delegate?.schedule?.settled()
        await test.phone.advance(by: .seconds(300))
        #expect(test.phone.screen.notifications.count == 1)
    }
}
