// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import Testing

@testable import DemoApp

@MainActor
struct ReminderTests {
    private func start() async throws -> (CornerPhone, LocalSchedule) {
        let corner = try await CornerPhone()
        try await corner.launch()
        let schedule = try #require(corner.delegate).push.schedule
        try await corner.phone.goHome()
        return (corner, schedule)
    }

    private func titles(_ corner: CornerPhone) -> [String] {
        corner.phone.screen.notifications.compactMap(\.title)
    }

    @Test func `LCL-3: a cooking timer fires when its time has passed, with its sound`()
        async throws
    {
        let (corner, schedule) = try await start()
        try await schedule.plan(.reminder("eggs", "Eggs", .after(.seconds(300))))
        await corner.phone.advance(by: .seconds(299))
        #expect(titles(corner).isEmpty)
        await corner.phone.advance(by: .seconds(2))
        let shown = try #require(corner.phone.screen.notifications.first)
        #expect(shown.title == "Eggs")
        #expect(shown.body == "It is time.")
        #expect(shown.sound == "bell.caf")
    }

    @Test func `ACT-10, RM-2: a snoozed reminder is shown again in an hour, and Done removes it`()
        async throws
    {
        let (corner, schedule) = try await start()
        try await schedule.plan(.reminder("pills", "Pills", .every(.seconds(86_400))))
        await corner.phone.advance(by: .seconds(86_401))
        try await corner.phone.choose("SNOOZE")
        #expect(titles(corner).isEmpty)
        #expect(schedule.reminders.map(\.id) == ["pills"], "the list contains the reminder once")
        await corner.phone.advance(by: .seconds(3_601))
        #expect(titles(corner) == ["Pills"])

        try await corner.phone.choose("DONE")
        #expect(schedule.planned.isEmpty)
        #expect(corner.app.pending.isEmpty)
    }

    @Test func `a tap on a reminder opens it`() async throws {
        let (corner, schedule) = try await start()
        try await schedule.plan(.reminder("eggs", "Eggs", .after(.seconds(60))))
        await corner.phone.advance(by: .seconds(61))
        try await corner.phone.tap()
        #expect(corner.delegate?.router.take() == .reminder("eggs"))
    }
}
