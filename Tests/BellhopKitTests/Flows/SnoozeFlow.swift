// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import Testing

@MainActor
struct SnoozeFlow {
    private let push = """
        {"aps":{"alert":"At the door","category":"parcel"},"parcel":"p1","message_id":"m1"}
        """

    @Test func `T194: a snoozed push is shown again after five minutes, and opens its page`()
        async throws
    {
        let test = try await CourierPhone()
        let phone = test.phone
        try await test.putAway()
        try await test.push(push)
        try await phone.choose("snooze")
        await test.settle()
        #expect(phone.screen.lockScreen.isEmpty)
        await phone.advance(by: .seconds(299))
        #expect(phone.screen.lockScreen.isEmpty)
        await phone.advance(by: .seconds(1))
        #expect(phone.screen.lockScreen.map(\.body) == ["At the door"])

        try await phone.unlock()
        try await phone.tap()
        await test.settle()
        #expect(try test.courier.router.take() == .parcel("p1"))
        #expect(test.server.handled == ["m1 response"], "a snoozed message is not a new one")
        #expect(test.server.errors.isEmpty)
    }

    @Test func `T195, RM-1: a button removes the notification by its identifier`()
        async throws
    {
        let test = try await CourierPhone()
        try await test.push.schedule.plan(
            LocalNotification(
                id: "p1", LocalContent(title: "Be at home", category: "parcel"),
                .daily(hour: 8)))
        try await test.putAway()
        await test.phone.advance(by: .seconds(8 * 3_600))
        #expect(test.phone.screen.lockScreen.map(\.title) == ["Be at home"])
        try await test.phone.choose("forget")
        await test.settle()
        #expect(test.app.pending.isEmpty)
        #expect(test.phone.screen.notifications.isEmpty)
    }
}
