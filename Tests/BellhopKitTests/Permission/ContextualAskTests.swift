// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import Foundation
import GatewayAPI
import Testing

@Suite(.timeLimit(.minutes(30)))
@MainActor
struct ContextualAskTests {
    @Test func `no permission is requested at launch, and the state is read`() async throws {
        let test = try await PermissionFixture.launched()
        #expect(test.phone.screen.prompt == nil)
        #expect(try test.permission.state == .notDetermined)
        #expect(try test.permission.asking == nil)
        #expect(try test.permission.canAsk)
    }

    @Test func `AUTH-2: a yes to the app's explanation and to the system allows notifications`()
        async throws
    {
        let test = try await PermissionFixture.launched()
        let asking = try await test.ask()
        #expect(try test.permission.asking == .orders)
        #expect(test.phone.screen.prompt == nil)

        try await test.sayYes()
        #expect(try test.permission.asking == nil)
        try await test.phone.allow()
        #expect(await asking.value == .granted)
        #expect(try test.permission.state == .authorized)
        #expect(try test.permission.snapshot?.alert == true)
        #expect(try test.delegate.snapshots.map(\.authorization) == [.notDetermined, .authorized])
    }

    @Test
    func `AUTH-3, AUTH-11, LNK-4: a no to the system is final, and the app links to Settings`()
        async throws
    {
        let test = try await PermissionFixture.launched()
        let asking = try await test.ask()
        try await test.sayYes()
        try await test.phone.dontAllow()
        #expect(await asking.value == .denied)
        #expect(try test.permission.canAsk == false)

        for reason in [PermissionReason.orders, .chat] {
            #expect(await (try test.ask(reason)).value == .refused(.denied))
            #expect(try test.permission.asking == nil)
            #expect(
                await (try test.permission).requestAfterYes(because: reason) == .refused(.denied))
        }
        #expect(test.phone.screen.prompt == nil)

        let url = try #require(try test.permission.settingsLink?.url)
        #expect(url.absoluteString == UIApplication.openNotificationSettingsURLString)
        #expect(await test.app.application.open(url))
    }

    @Test func `AUTH-10: a permission granted in Settings is read when the app becomes active`()
        async throws
    {
        let test = try await PermissionFixture.launched()
        try await test.phone.setPermission(.denied, for: test.app)
        try await test.permission.refresh()
        #expect(try test.permission.state == .denied)

        try await test.phone.goHome()
        try await test.phone.setPermission(.authorized, for: test.app)
        #expect(try test.permission.state == .denied)
        try await test.phone.launch(test.app)
        try await test.wait { try test.permission.state == .authorized }
        #expect(await (try test.ask()).value == .granted)
        #expect(try test.delegate.snapshots.last?.authorization == .authorized)
    }

    @Test func `AUTH-10: the individual switches in Settings are read`() async throws {
        let test = try await PermissionFixture.launched()
        try await test.phone.setPermission(.authorized, for: test.app)
        var switches = NotificationSettings.allOn
        switches.sound = false
        try await test.phone.perform(.setSettings(bundleID: test.app.bundleID, switches))
        try await test.permission.refresh()
        #expect(try test.permission.snapshot?.sound == false)
        #expect(try test.permission.snapshot?.badge == true)
        #expect(try test.permission.settings?.lockScreen == true)
    }

    @Test func `after Not now, the system can still ask, and the app may explain again later`()
        async throws
    {
        let test = try await PermissionFixture.launched()
        let asking = try await test.ask()
        try test.permission.notNow()
        #expect(await asking.value == .notNow)
        #expect(test.phone.screen.prompt == nil)
        #expect(test.app.settings.authorization == .notDetermined)

        let period = try #require(SoftAskPolicy().waitingPeriods.first)
        let end = test.phone.clock.now.addingTimeInterval(Double(period.components.seconds))
        #expect(await (try test.ask()).value == .refused(.declinedRecently(until: end)))

        // The app remembers the decline when it is launched again.
        try await test.phone.forceQuit(test.app)
        try await test.launch()
        #expect(await (try test.ask()).value == .refused(.declinedRecently(until: end)))

        await test.phone.advance(to: end)
        let again = try await test.ask()
        try await test.sayYes()
        try await test.phone.allow()
        #expect(await again.value == .granted)
    }

    @Test
    func `SF-11: after a launch that could not read the history, the person is not asked again`()
        async throws
    {
        let test = try await PermissionFixture.launched()
        let asking = try await test.ask()
        try test.permission.notNow()
        _ = await asking.value
        let folder = await test.app.run { AppContext.current(appGroup: nil).folder.url }
        let (file, aside) = (
            folder.appendingPathComponent("soft-ask.json"), folder.appendingPathComponent("aside")
        )
        try await test.phone.forceQuit(test.app)
        try FileManager.default.moveItem(at: file, to: aside)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        try await test.launch()
        #expect(try test.permission.history == SoftAskHistory())
        try FileManager.default.removeItem(at: file)
        try FileManager.default.moveItem(at: aside, to: file)
        guard case .refused(.declinedRecently) = try await test.ask().value else {
            Issue.record("the person was asked again")
            return
        }
    }

    @Test
    func `after a yes on the app's own screen, the system asks at once, even in a waiting period`()
        async throws
    {
        let test = try await PermissionFixture.launched()
        let asking = try await test.ask()
        try test.permission.notNow()
        _ = await asking.value
        let permission = try test.permission
        let switched = await test.app.start { await permission.requestAfterYes(because: .orders) }
        try await test.phone.allow()
        #expect(try await switched.value == .granted)
    }

    @Test(arguments: [
        PermissionReason(feature: "", title: "Please"), PermissionReason(feature: "a", title: " "),
    ])
    func `a request without a reason is refused`(reason: PermissionReason) async throws {
        let test = try await PermissionFixture.launched()
        let permission = try test.permission
        #expect(await permission.request(because: reason) == .refused(.reasonMissing))
        #expect(await permission.requestAfterYes(because: reason) == .refused(.reasonMissing))
        #expect(test.phone.screen.prompt == nil)
    }

    @Test func `a second request does not replace the explanation on the screen`()
        async throws
    {
        let test = try await PermissionFixture.launched()
        let first = try await test.ask(.orders)
        #expect(await (try test.ask(.chat)).value == .refused(.busy))
        #expect(try test.permission.asking == .orders)
        try test.permission.notNow()
        #expect(await first.value == .notNow)
    }

    @Test func `a cancelled task closes the explanation, which does not count as a decline`()
        async throws
    {
        let test = try await PermissionFixture.launched()
        let asking = try await test.ask()
        asking.cancel()
        #expect(await asking.value == .refused(.cancelled))
        #expect(try test.permission.asking == nil)
        #expect(try test.permission.history.declineCount(of: "orders") == 0)
        _ = try await test.ask()
        #expect(try test.permission.asking == .orders)
    }

    @Test func `AUTH-4: an authorized app does not ask again`() async throws {
        let test = try await PermissionFixture.launched()
        try await test.phone.setPermission(.authorized, for: test.app)
        #expect(await (try test.permission).request(because: .orders) == .granted)
        #expect(await (try test.permission).startTrial() == .refused(.alreadyDecided))
        #expect(test.phone.screen.prompt == nil)
    }
}
