// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopKit
import BellhopTesting
import Testing

@testable import DemoApp

@MainActor
struct PermissionTests {
    @Test(.timeLimit(.minutes(30)))
    func `AUTH-1: each request is explained first, and the system asks only after a yes`()
        async throws
    {
        let corner = try await CornerPhone(authorization: .notDetermined)
        try await corner.launch()
        #expect(corner.phone.screen.prompt == nil, "no permission is requested at launch")
        let permission = try #require(corner.delegate).push.permission

        let sent = Task { await permission.request(because: .replies) }
        while permission.asking == nil { await Task.yield() }
        #expect(permission.asking == .replies)
        permission.notNow()
        #expect(await sent.value == .notNow)

        await corner.phone.advance(by: .seconds(365 * 86_400))
        let added = Task { await permission.request(because: .reminders) }
        while permission.asking == nil { await Task.yield() }
        #expect(permission.asking == .reminders)
        permission.yes()
        while corner.phone.screen.prompt == nil { await Task.yield() }
        try await corner.phone.allow()
        #expect(await added.value == .granted)
        #expect(corner.app.state?.authorization == .authorized)
    }

    @Test func `the settings page lists what is on, and omits what the app cannot use`()
        async throws
    {
        let corner = try await CornerPhone { $0.capabilities.criticalAlerts = false }
        try await corner.launch()
        let permission = try #require(corner.delegate).push.permission
        await permission.refresh()
        let rows = try #require(permission.settings).rows
        #expect(rows.contains(SettingsRow(title: "Banners", isOn: true)))
        #expect(!rows.contains { $0.title == "Critical Alerts" })
        #expect(permission.advice == nil)
    }

    @Test(.timeLimit(.minutes(30)))
    func `REG-11: without the entitlement there is no token, and the status has a problem`()
        async throws
    {
        let corner = try await CornerPhone { $0.capabilities.environment = nil }
        try await corner.launch()
        let registration = try #require(corner.delegate).push.registration
        while registration.status.problem == nil { await Task.yield() }
        #expect(corner.app.state?.tokens[.app] == nil)
    }
}
