// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopTesting
import DemoKit
import Foundation
import OpenUserNotifications
import Testing

@testable import DemoApp

@MainActor
struct OrderTrackerTests {
    @Test(.timeLimit(.minutes(30)))
    func `LA-9, LA-3: an order's token goes to the server, whose push changes the Lock Screen`()
        async throws
    {
        let corner = try await CornerPhone()
        try await corner.launch()
        let orders = try #require(corner.delegate).orders
        _ = try await corner.app.run { try orders.start(orderID: "7", shop: "Shop", arrival: nil) }
        _ = await corner.token(.liveActivity, type: "OrderAttributes")
        try await corner.push(
            #"{"aps":{"timestamp":1767225700,"event":"update","#
                + #""content-state":{"step":"on-the-way","arrival":1767227000}}}"#)
        let shown = try #require(corner.phone.screen.activities.first)
        #expect(shown.contentState.contains("on-the-way"))
    }

    @Test(.timeLimit(.minutes(30)))
    func `LA-7, LA-9: a push starts an activity, and the app uploads that activity's token`()
        async throws
    {
        let corner = try await CornerPhone()
        try await corner.launch()
        let token = await corner.token(.liveActivityStart, type: "GameAttributes")
        try await corner.phone.goHome()
        try await corner.push(
            #"""
            {"aps":{"timestamp":1767225700,"event":"start","attributes-type":"GameAttributes",
             "attributes":{"homeTeam":"Lions","awayTeam":"Bears","gameId":"g-551"},
             "content-state":{"home":0,"away":0,"period":"1st","clock":"15:00"},
             "alert":{"title":"Lions – Bears","body":"The game has started."}}}
            """#,
            PushHeaders(token: token))
        #expect(corner.phone.screen.activities.map(\.attributesType) == ["GameAttributes"])
        #expect(await corner.token(.liveActivity, type: "GameAttributes") != token)
    }

    @Test(.timeLimit(.minutes(30)))
    func `LA-12: a cancelled order is removed from the Lock Screen at once`() async throws {
        let corner = try await CornerPhone()
        try await corner.launch()
        let orders = try #require(corner.delegate).orders
        _ = try await corner.app.run { try orders.start(orderID: "7", shop: "Shop", arrival: nil) }
        #expect(corner.phone.screen.activities.count == 1)
        await corner.app.run { await orders.cancel(orderID: "7") }
        #expect(corner.phone.screen.activities.isEmpty)
    }

    @Test(.timeLimit(.minutes(30)))
    func `LA-2: if Live Activities are off, the app gets an error`() async throws {
        let corner = try await CornerPhone()
        try await corner.launch()
        try await corner.phone.perform(
            .setActivities(bundleID: corner.app.bundleID, false))
        let orders = try #require(corner.delegate).orders
        await #expect(throws: ActivityAuthorizationError.denied) {
            _ = try await corner.app.run {
                try orders.start(orderID: "7", shop: "Shop", arrival: nil)
            }
        }
    }
}
