// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopKit
import BellhopTesting
import Testing

@MainActor
struct GeofenceFlow {
    private nonisolated static let home = Coordinate(latitude: 52.500, longitude: 13.369)
    private nonisolated static let shop = Coordinate(latitude: 52.525, longitude: 13.369)

    @Test func `LCL-14: a reminder is shown on arrival at a place, and a tap opens the parcel`()
        async throws
    {
        let test = try await CourierPhone { $0.location = Self.home }
        let shop = LocalRegion(latitude: 52.525, longitude: 13.369, radius: 150)
        try await test.push.schedule.plan(
            LocalNotification(
                id: "pick-up",
                LocalContent(
                    title: "Pick up your parcel", payload: PushPayload(["parcel": "p1"])),
                .arriving(shop)))
        try await test.putAway()
        #expect(test.phone.screen.lockScreen.isEmpty)
        try await test.phone.walk(to: Self.shop)
        #expect(test.phone.screen.lockScreen.map(\.title) == ["Pick up your parcel"])

        try await test.phone.unlock()
        try await test.phone.tap()
        await test.settle()
        #expect(try test.courier.router.take() == .parcel("p1"))
        #expect(test.server.store.isEmpty, "a local notification is not a message")
    }
}
