// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import Foundation
import Testing

// The blocks between the markers appear verbatim in docs/guide/local-notifications.md.

// guide: local-app
final class GardenDelegate: PushAppDelegate {
    override func makeConfiguration() -> PushConfiguration {
        var configuration = PushConfiguration(backend: InMemoryBackend())
        configuration.quietHours = QuietHours(from: (22, 0), to: (7, 0))
        configuration.categories = [
            PushCategory("watering", actions: [.button("later", "In five minutes")])
        ]
        configuration.on("later") { [weak self] response in
            try await self?.push.schedule.snooze(response)
        }
        return configuration
    }
}
// guide: end

struct Plant {
    var id: String
    var name: String
}

// guide: local-plan
extension LocalSchedule {
    func remind(of plant: Plant, at hour: Int) async throws(LocalNotificationError) {
        try await plan(
            LocalNotification(
                id: "plant.\(plant.id)",
                LocalContent(
                    title: "\(plant.name)", body: .key("WATER_ME"), category: "watering",
                    payload: PushPayload(["link": "garden://plants/\(plant.id)"])),
                .daily(hour: hour)))
    }

    func forget(_ plant: Plant) async { await cancel("plant.\(plant.id)") }
}
// guide: end

// guide: local-place
extension LocalSchedule {
    /// - Throws: `locationNotAllowed` before the person has allowed the location While Using.
    func remindAtShop() async throws(LocalNotificationError) {
        let shop = LocalRegion(latitude: 52.525, longitude: 13.369, radius: 150)
        try await plan(
            LocalNotification(
                id: "soil", LocalContent(title: "Buy soil"), .arriving(shop)))
    }
}
// guide: end

@MainActor
struct GardenTests {
    private func makePhone() async throws -> (TestPhone, AppUnderTest, LocalSchedule) {
        let start = try Date("2026-01-01T12:00:00Z", strategy: .iso8601)
        let prepare: @Sendable (inout Device) -> Void = {
            $0.timeZone = "Europe/Berlin"
            $0.location = Coordinate(latitude: 52.5, longitude: 13.369)
        }
        let phone = try await TestPhone(at: start, configure: prepare)
        var garden = TestApp("com.example.garden") { GardenDelegate() }
        garden.bundle.strings = ["en": ["WATER_ME": "It is thirsty."]]
        let app = try await phone.install(garden)
        try await phone.setPermission(.authorized, for: app)
        try await phone.launch(app)
        let schedule = try #require(app.delegate(as: GardenDelegate.self)).push.schedule
        return (phone, app, schedule)
    }

    // guide: local-test
    @Test func `T194: a plant's reminder is shown each morning, and can be snoozed`() async throws {
        let (phone, app, schedule) = try await makePhone()
        try await schedule.remind(of: Plant(id: "7", name: "Fern"), at: 8)
        try await phone.goHome()
        try await phone.lock()
        await phone.advance(by: .seconds(19 * 3600))
        #expect(phone.screen.lockScreen.map(\.body) == ["It is thirsty."])

        try await phone.choose("later")
        await schedule.settled()
        #expect(phone.screen.lockScreen.isEmpty)
        await phone.advance(by: .seconds(300))
        #expect(phone.screen.lockScreen.map(\.title) == ["Fern"])
        #expect(app.pending.map(\.id) == ["plant.7"])
    }
    // guide: end

    @Test func `a deleted plant has no reminders`() async throws {
        let (_, app, schedule) = try await makePhone()
        try await schedule.remind(of: Plant(id: "7", name: "Fern"), at: 8)
        await schedule.forget(Plant(id: "7", name: "Fern"))
        #expect(app.pending.isEmpty)
    }

    @Test func `LCL-14: a reminder is shown on arriving at the shop`() async throws {
        let (phone, _, schedule) = try await makePhone()
        try await schedule.remindAtShop()
        try await phone.goHome()
        try await phone.walk(to: Coordinate(latitude: 52.525, longitude: 13.369))
        #expect(phone.screen.notifications.map(\.title) == ["Buy soil"])
    }

    @Test func `T194: a snoozed push is shown again after five minutes, with its texts and data`()
        async throws
    {
        let (phone, _, schedule) = try await makePhone()
        try await phone.goHome()
        try await phone.lock()
        try await phone.push(
            #"""
            {"aps":{"alert":{"title":"Storm","loc-key":"WATER_ME"},"sound":"bell.caf",
             "category":"watering","thread-id":"t"},"plant":"7"}
            """#)
        try await phone.choose("later")
        await schedule.settled()
        await phone.advance(by: .seconds(300))
        let again = try #require(phone.screen.lockScreen.first)
        #expect(again.title == "Storm")
        #expect(again.body == "It is thirsty.")
        #expect(again.threadID == "t")
        #expect(again.userInfo.contains(#""plant""#))
    }
}
