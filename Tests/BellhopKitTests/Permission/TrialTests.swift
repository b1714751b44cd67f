// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import BellhopTesting
import Foundation
import GatewayAPI
import Testing

@Suite(.timeLimit(.minutes(30)))
@MainActor
struct TrialTests {
    @Test
    func `AUTH-5, AUTH-21: a trial starts without a prompt, and the app can still ask later`()
        async throws
    {
        let test = try await PermissionFixture.launched()
        #expect(await (try test.permission).startTrial() == .granted)
        #expect(test.phone.screen.prompt == nil)
        #expect(try test.permission.state == .provisional)
        #expect(try test.permission.canAsk)
        #expect(await (try test.permission).startTrial() == .granted)
    }

    @Test func `AUTH-6: the explanation and a yes turn a trial into full permission`() async throws
    {
        let test = try await PermissionFixture.launched()
        await (try test.permission).startTrial()
        let asking = try await test.ask()
        try await test.sayYes()
        try await test.phone.allow()
        #expect(await asking.value == .granted)
        #expect(try test.permission.state == .authorized)
        #expect(try test.permission.snapshot?.sound == true)
    }

    @Test func `AUTH-6: a no ends a trial`() async throws {
        let test = try await PermissionFixture.launched()
        await (try test.permission).startTrial()
        let asking = try await test.ask()
        try await test.sayYes()
        try await test.phone.dontAllow()
        #expect(await asking.value == .denied)
        #expect(await (try test.permission).startTrial() == .refused(.denied))
    }

    @Test(arguments: [true, false])
    func `AUTH-7, AUTH-8: the choice of Keep or Turn Off on a notification is read`(
        keeps: Bool
    ) async throws {
        let test = try await PermissionFixture.launched()
        await (try test.permission).startTrial()
        await test.app.run { UIApplication.shared.registerForRemoteNotifications() }
        await test.phone.settle()
        try await test.phone.goHome()
        try await test.phone.push(#"{"aps":{"alert":"On its way"}}"#)
        if keeps {
            try await test.phone.keep()
        } else {
            try await test.phone.turnOff()
        }
        try await test.phone.launch(test.app)
        let expected: PermissionState = keeps ? .authorized : .denied
        try await test.wait { try test.permission.state == expected }
        // Even after Keep, sounds are off until the person turns them on.
        #expect(try test.permission.snapshot?.sound == false)
    }

    @Test func `AUTH-1: critical alerts need a separate prompt after the general permission`()
        async throws
    {
        let test = try await PermissionFixture.launched { $0.capabilities.criticalAlerts = true }
        let permission = try test.permission
        #expect(
            await permission.requestCriticalAlerts(because: .orders) == .refused(.notAuthorized))
        try await test.phone.setPermission(.authorized, for: test.app)
        let asking = await test.app.start {
            await permission.requestCriticalAlerts(because: .orders)
        }
        #expect(test.phone.screen.prompt?.kind == .criticalAlerts)
        try await test.phone.allow()
        #expect(try await asking.value == .granted)
        #expect(permission.snapshot?.criticalAlert == true)
        #expect(await permission.requestCriticalAlerts(because: .orders) == .granted)
        #expect(test.phone.screen.prompt == nil)
    }

    @Test func `when the person refuses critical alerts, the other settings do not change`()
        async throws
    {
        let test = try await PermissionFixture.launched { $0.capabilities.criticalAlerts = true }
        let permission = try test.permission
        try await test.phone.setPermission(.authorized, for: test.app)
        let asking = await test.app.start {
            await permission.requestCriticalAlerts(because: .orders)
        }
        try await test.phone.dontAllow()
        #expect(try await asking.value == .denied)
        #expect(permission.state == .authorized)
        #expect(permission.snapshot?.alert == true)
    }

    @Test(arguments: Authorization.allCases)
    func `AUTH-22: each authorization state of the system maps to a permission state`(
        authorization: Authorization
    ) async throws {
        let test = try await PermissionFixture()
        try await test.phone.setPermission(authorization, for: test.app)
        let facts = AppFacts(bundleID: test.app.bundleID)
        let permission = await test.app.run {
            var context = AppContext.current(appGroup: nil)
            context.facts = facts
            return NotificationPermission(context: context)
        }
        #expect(permission.state == .unknown)
        #expect(permission.snapshot == nil)
        await permission.refresh()
        #expect(permission.state.rawValue == authorization.rawValue)
        #expect(permission.snapshot?.authorization.rawValue == authorization.rawValue)
        #expect(permission.state.mayNotify == authorization.allowsNotifications)
    }

    @Test func `AUTH-9: an App Clip's ephemeral permission can become permanent`() async throws {
        let test = try await PermissionFixture {
            $0.capabilities.isAppClip = true
            $0.capabilities.requestsEphemeralNotifications = true
        }
        try await test.phone.perform(.openAppClip(bundleID: test.app.bundleID))
        try await test.wait { try test.permission.state == .ephemeral }
        #expect(try test.permission.canAsk)
        let asking = try await test.ask()
        try await test.sayYes()
        try await test.phone.allow()
        #expect(await asking.value == .granted)
        #expect(try test.permission.state == .authorized)
    }

    @Test func `LNK-5: an app with its own settings page declares it to the system`() async throws {
        let test = try await PermissionFixture.launched()
        let asking = try await test.ask()
        try await test.sayYes()
        try await test.phone.allow()
        _ = await asking.value
        let options = try #require(test.app.state?.requestedOptions)
        #expect(options == [.alert, .sound, .badge, .providesAppNotificationSettings])
        try test.permission.openSettingsFor?(nil)
        #expect(try test.delegate.settingsPages == [nil])
    }
}
