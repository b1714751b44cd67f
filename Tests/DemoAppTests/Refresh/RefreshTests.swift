// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopTesting
import Foundation
import Testing

@testable import DemoApp

private let silentPush = #"{"aps":{"content-available":1},"refresh":"inbox"}"#

@MainActor
struct RefreshTests {
    private func start() async throws -> CornerPhone {
        let corner = try await CornerPhone()
        try await corner.launch()
        _ = try #require(await corner.backend.token(.device))
        try await corner.phone.goHome()
        return corner
    }

    /// What the app answered to its silent pushes, oldest first.
    private func answers(_ corner: CornerPhone) -> [String] {
        corner.phone.trace.filter { $0.name.contains("didReceiveRemoteNotification") }
            .compactMap { $0.detail?.components(separatedBy: " → ").last }
    }

    @Test(.timeLimit(.minutes(1)))
    func `a silent push fetches, and the result is what came of it (SIL-12)`() async throws {
        let corner = try await start()
        await corner.backend.add(
            ServerMessage(id: "m-1", conversationID: "c-1", senderName: "Mia", text: "Hi"))
        try await corner.push(silentPush)
        #expect(corner.model?.chat.conversation("c-1")?.unreadCount == 1)
        #expect(corner.app.badge == 1)
        try await corner.push(silentPush)
        await corner.backend.set(isReachable: false)
        try await corner.push(silentPush)
        #expect(answers(corner) == ["new-data", "no-data", "failed"])
    }

    @Test(.timeLimit(.minutes(1)))
    func `two refreshes at once fetch once`() async throws {
        let corner = try await start()
        await corner.backend.add(
            ServerMessage(id: "m-1", conversationID: "c-1", senderName: "Mia", text: "Hi"))
        let refresh = try #require(corner.model).refresh
        async let first = refresh.run()
        async let second = refresh.run()
        let outcomes = await [first, second]
        #expect(outcomes.contains(.newMessages(1)))
        #expect(corner.model?.chat.conversation("c-1")?.lines.count == 1)
    }

    @Test(.timeLimit(.minutes(1)))
    func `the app asks for background refresh when it leaves the screen, and is woken for it`()
        async throws
    {
        let corner = try await start()
        let request = try #require(corner.app.state?.refreshRequests.first)
        #expect(request.id == BackgroundRefresh.identifier)
        await corner.backend.add(
            ServerMessage(id: "m-1", conversationID: "c-1", senderName: "Mia", text: "Hi"))
        await corner.phone.advance(by: .seconds(BackgroundRefresh.interval + 1))
        #expect(corner.model?.chat.conversation("c-1")?.unreadCount == 1)
        #expect(corner.app.state?.refreshRequests.count == 1, "the next one is asked for")
    }

    @Test(.timeLimit(.minutes(1)))
    func `without the entitlement there is no token, and the settings page says so (REG-11)`()
        async throws
    {
        let corner = try await CornerPhone { $0.capabilities.environment = nil }
        try await corner.launch()
        let settings = try #require(corner.model).settings
        while settings.registrationError == nil { await Task.yield() }
        #expect(corner.app.state?.tokens[.app] == nil)
    }
}
