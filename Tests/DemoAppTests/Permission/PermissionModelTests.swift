// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopTesting
import Testing

@testable import DemoApp

@MainActor
struct PermissionModelTests {
    private func start(
        _ authorization: Authorization = .notDetermined
    ) async throws -> (CornerPhone, PermissionModel) {
        let corner = try await CornerPhone(authorization: authorization)
        try await corner.launch()
        return (corner, try #require(corner.model).permission)
    }

    /// Presses "Turn on" and answers the system's question.
    private func turnOn(
        _ corner: CornerPhone, _ permission: PermissionModel, _ answer: PromptAnswer
    ) async throws -> Bool {
        let granted = Task { await permission.turnOn() }
        while corner.phone.screen.prompt == nil { await Task.yield() }
        try await corner.phone.perform(.answerPrompt(answer))
        return await granted.value
    }

    @Test(.timeLimit(.minutes(1)))
    func `the app explains first, and the system asks only after a yes (AUTH-1)`() async throws {
        let (corner, permission) = try await start()
        #expect(corner.phone.screen.prompt == nil, "nothing is asked at launch")
        await permission.suggest(on: .sentFirstMessage)
        #expect(permission.explaining == .sentFirstMessage)
        #expect(try await turnOn(corner, permission, .allow))
        #expect(permission.state == .allowed)
        #expect(permission.explaining == nil)
        #expect(corner.app.state?.authorization == .authorized)
    }

    @Test func `not now costs nothing, and another occasion may try again (AUTH-4)`() async throws {
        let (corner, permission) = try await start()
        await permission.suggest(on: .sentFirstMessage)
        permission.decline()
        await permission.suggest(on: .sentFirstMessage)
        #expect(permission.explaining == nil)
        await permission.suggest(on: .placedOrder)
        #expect(permission.explaining == .placedOrder)
        #expect(corner.app.state?.authorization == .notDetermined)
    }

    @Test(.timeLimit(.minutes(1)))
    func `after a no nothing is explained any more (AUTH-4)`() async throws {
        let (corner, permission) = try await start()
        #expect(try await !turnOn(corner, permission, .dontAllow))
        #expect(permission.state == .denied)
        await permission.suggest(on: .placedOrder)
        #expect(permission.explaining == nil)
    }

    @Test func `on trial there is no question, and the app may still ask later (AUTH-5)`()
        async throws
    {
        let (corner, permission) = try await start()
        await permission.tryQuietly()
        #expect(permission.state == .quiet)
        #expect(corner.phone.screen.prompt == nil)
        await permission.suggest(on: .addedReminder)
        #expect(permission.explaining == .addedReminder)
    }

    @Test(.timeLimit(.minutes(1)))
    func `what the person changed in Settings shows when the app is back (AUTH-10)`() async throws {
        let (corner, permission) = try await start(.authorized)
        await permission.update()
        #expect(permission.state == .allowed)
        try await corner.phone.goHome()
        try await corner.phone.perform(
            .setAuthorization(bundleID: corner.app.bundleID, .denied))
        try await corner.phone.launch(corner.app)
        while permission.state == .allowed { await Task.yield() }
        #expect(permission.state == .denied)
        let settings = try #require(corner.model).settings
        await settings.update()
        #expect(settings.advice == "Notifications are off. Turn them on in Settings.")
    }

    @Test func `the settings page names what is on, and leaves out what the app cannot have`()
        async throws
    {
        let (corner, _) = try await start(.authorized)
        let settings = try #require(corner.model).settings
        await settings.update()
        #expect(settings.rows.first { $0.title == "Banners" }?.isOn == true)
        #expect(!settings.rows.contains { $0.isOn == nil })
        #expect(settings.advice == nil)
    }
}
