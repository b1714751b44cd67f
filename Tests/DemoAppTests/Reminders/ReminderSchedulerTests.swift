// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopTesting
import Foundation
import Testing

@testable import DemoApp

private let shop = Reminder.Place(name: "Shop", latitude: 52.503, longitude: 13.391)

@MainActor
struct ReminderSchedulerTests {
    private func start(
        _ edit: (inout InstalledApp) -> Void = { _ in }
    ) async throws -> (CornerPhone, ReminderScheduler) {
        let corner = try await CornerPhone(edit: edit)
        try await corner.launch()
        let reminders = try #require(corner.model).reminders
        try await corner.phone.goHome()
        return (corner, reminders)
    }

    private func bodies(_ corner: CornerPhone) -> [String] {
        corner.phone.screen.notifications.compactMap(\.title)
    }

    @Test func `a cooking timer rings when its time is over, with its sound (LCL-3)`()
        async throws
    {
        let (corner, reminders) = try await start()
        try await reminders.save(
            Reminder(id: "eggs", title: "Eggs", schedule: .after(seconds: 300)))
        await corner.phone.advance(by: .seconds(299))
        #expect(bodies(corner).isEmpty)
        await corner.phone.advance(by: .seconds(2))
        #expect(bodies(corner) == ["Eggs"])
        #expect(corner.phone.screen.notifications.first?.sound == "bell.caf")
    }

    @Test func `a daily reminder comes each day, a birthday each year (LCL-4)`() async throws {
        let (corner, reminders) = try await start()
        try await reminders.save(
            Reminder(id: "water", title: "Water", schedule: .daily(hour: 8, minute: 30)))
        try await reminders.save(
            Reminder(id: "mia", title: "Mia", schedule: .birthday(month: 1, day: 3)))
        await corner.phone.advance(by: .seconds(3 * 86_400))
        // One request shows one notification: the next replaces it.
        #expect(bodies(corner).sorted() == ["Mia", "Water"])
        #expect(corner.app.pending.count == 2)
    }

    @Test func `a reminder for a place comes on arrival (LCL-14)`() async throws {
        let (corner, reminders) = try await start()
        try await reminders.save(Reminder(id: "milk", title: "Milk", schedule: .arriving(shop)))
        try await corner.phone.move(to: Coordinate(latitude: 52.0, longitude: 13.0))
        await corner.phone.advance(by: .seconds(120))
        #expect(bodies(corner).isEmpty)
        try await corner.phone.move(to: Coordinate(latitude: 52.503, longitude: 13.391))
        await corner.phone.advance(by: .seconds(120))
        #expect(bodies(corner) == ["Milk"])
    }

    @Test func `editing replaces, cancelling removes (ID-1, RM-2)`() async throws {
        let (corner, reminders) = try await start()
        var reminder = Reminder(id: "eggs", title: "Eggs", schedule: .after(seconds: 300))
        try await reminders.save(reminder)
        reminder.schedule = .after(seconds: 600)
        reminder.title = "Hard eggs"
        try await reminders.save(reminder)
        #expect(await reminders.scheduled() == [reminder])
        await corner.phone.advance(by: .seconds(301))
        #expect(bodies(corner).isEmpty)
        reminders.cancel("eggs")
        await corner.phone.advance(by: .seconds(600))
        #expect(bodies(corner).isEmpty)
        #expect(await reminders.scheduled().isEmpty)
    }

    @Test func `a snoozed reminder comes again in an hour`() async throws {
        let (corner, reminders) = try await start()
        try await reminders.save(
            Reminder(id: "eggs", title: "Eggs", schedule: .after(seconds: 60)))
        await corner.phone.advance(by: .seconds(61))
        try await corner.phone.choose("SNOOZE")
        await corner.phone.advance(by: .seconds(3601))
        #expect(bodies(corner).contains("Eggs"))
        #expect(corner.app.pending.isEmpty)
    }

    @Test(arguments: [
        (Reminder.Schedule.after(seconds: 0), ReminderError.tooSoon),
        (.every(seconds: 59), .tooSoon),
        (.daily(hour: 24, minute: 0), .noSuchTime),
        (.daily(hour: 8, minute: 60), .noSuchTime),
        (.birthday(month: 13, day: 1), .noSuchTime),
    ])
    func `a schedule that the system would refuse is refused before (LCL-2)`(
        schedule: Reminder.Schedule, error: ReminderError
    ) async throws {
        let (_, reminders) = try await start()
        await #expect(throws: error) {
            try await reminders.save(Reminder(id: "x", title: "X", schedule: schedule))
        }
    }

    @Test func `the 65th reminder is refused instead of lost (LCL-12)`() async throws {
        let (corner, reminders) = try await start()
        for number in 1...64 {
            try await reminders.save(
                Reminder(
                    id: "\(number)", title: "\(number)",
                    schedule: .after(seconds: Double(number) * 100)))
        }
        await #expect(throws: ReminderError.tooMany) {
            try await reminders.save(
                Reminder(id: "65", title: "65", schedule: .after(seconds: 10)))
        }
        // Editing one of them still works.
        try await reminders.save(Reminder(id: "1", title: "One", schedule: .after(seconds: 50)))
        #expect(corner.app.pending.count == 64)
    }

    @Test func `with notifications off the person is told`() async throws {
        let corner = try await CornerPhone(authorization: .denied)
        try await corner.launch()
        let reminders = try #require(corner.model).reminders
        await #expect(throws: ReminderError.notAllowed) {
            try await reminders.save(
                Reminder(id: "eggs", title: "Eggs", schedule: .after(seconds: 300)))
        }
    }
}
