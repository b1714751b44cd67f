// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import Testing

@testable import DemoApp

private let orderPush = #"""
    {"aps":{"alert":{"title":"Out for delivery","body":"Today"},"category":"ORDER"},
     "link":"demo://orders/20931?tab=tracking","order_id":20931}
    """#

@MainActor
struct TapTests {
    @Test(.timeLimit(.minutes(30)))
    func `RSP-1, LNK-3: a tap that starts the app opens its page once there are views`()
        async throws
    {
        let corner = try await CornerPhone()
        try await corner.launch()
        try await corner.phone.perform(.terminate(bundleID: corner.app.bundleID))
        try await corner.push(orderPush)
        #expect(corner.delegate == nil, "a notification does not start an app")
        try await corner.phone.tap()
        let app = try #require(corner.delegate)
        #expect(app.router.pending == .order("20931"))
        #expect(app.router.take() == .order("20931"), "the first view takes the destination")
        #expect(app.router.take() == nil)
    }

    @Test(.timeLimit(.minutes(30)))
    func `RSP-7: a button that opens the app also opens the page`() async throws {
        let corner = try await CornerPhone()
        try await corner.launch()
        try await corner.phone.goHome()
        try await corner.push(orderPush)
        try await corner.phone.choose("TRACK_ORDER")
        #expect(corner.delegate?.router.take() == .order("20931"))
        #expect(corner.app.state?.state == .foreground)
    }

    @Test(.timeLimit(.minutes(30)))
    func `LNK-5: the link in the system's settings opens the app's own settings`() async throws {
        let corner = try await CornerPhone(authorization: .notDetermined)
        try await corner.launch()
        let app = try #require(corner.delegate)
        let result = Task { await app.push.permission.requestAfterYes(because: .replies) }
        while corner.phone.screen.prompt == nil { await Task.yield() }
        try await corner.phone.allow()
        #expect(await result.value.isGranted)
        try await corner.phone.goHome()
        try await corner.phone.perform(.openNotificationSettings(bundleID: corner.app.bundleID))
        while app.router.pending == nil { await Task.yield() }
        #expect(app.router.take() == .notificationSettings)
    }
}
