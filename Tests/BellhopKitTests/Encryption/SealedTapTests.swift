// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopSeal
import BellhopTesting
import Foundation
import GatewayAPI
import Testing

@testable import BellhopKit

/// Sealed messages that no service extension has opened: the app has none, or the system ended it.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct SealedTapTests {
    private func makeKit() async throws -> KitPhone {
        try await KitPhone { configuration, _ in
            configuration.encryption = EncryptionPlan()
            configuration.badge = .counted
        }
    }

    private func sealed(
        _ kit: KitPhone, _ id: String = "m-1", for key: EncryptionKey? = nil
    ) throws -> String {
        let key = try key ?? #require(try kit.push.registration.encryptionKey)
        let content = SealedContent(
            messageID: id, sentAt: kit.phone.clock.now, body: "Ready", data: ["order_id": 7])
        var payload = try Sealer(app: "com.example.kit", recipient: SealPublicKey(key))
            .payload(for: content, fallback: .text("New message"))
        payload.custom["message_id"] = .string(id)
        return String(decoding: payload.encoded, as: UTF8.self)
    }

    @Test func `RSP-1, LNK-3: a tap that starts the app opens the page of the sealed message`()
        async throws
    {
        let kit = try await makeKit()
        let push = try sealed(kit)
        try await kit.phone.forceQuit(kit.app)
        try await kit.phone.lock()
        try await kit.phone.push(push)
        try await kit.phone.tap()
        await kit.settle()
        #expect(try kit.delegate.router.pending == .order("7"))
        #expect(kit.world.handled == ["m-1 response"])
        #expect(kit.world.messages.first?.payload["enc"] == nil)
    }

    @Test func `a missed sealed message is shown decrypted`() async throws {
        let kit = try await KitPhone { configuration, _ in
            configuration.encryption = EncryptionPlan()
            configuration.refresh = RefreshPlan(taskID: "kit.refresh")
            configuration.missed = .notify
        }
        try await kit.world.sent("m-1", sealed(kit))
        try await kit.leave()
        await kit.phone.advance(by: .seconds(3_601))
        await kit.settle()
        #expect(kit.phone.screen.notifications.map(\.body) == ["Ready"])
        #expect(kit.world.handled == ["m-1 fetched"])
    }

    @Test func `FG-2: a sealed message whose page is on the screen is handled but not shown`()
        async throws
    {
        let kit = try await makeKit()
        try kit.delegate.router.visible = .order("7")
        try await kit.push(sealed(kit))
        #expect(kit.phone.screen.banner == nil)
        #expect(kit.world.handled == ["m-1 foreground"])
    }

    @Test func `a message sealed for a person who has signed out is not handled`()
        async throws
    {
        let kit = try await makeKit()
        let before = try #require(try kit.push.registration.encryptionKey)
        try kit.push.signIn("alex")
        await kit.settle()
        try await kit.leave()
        try await kit.push(sealed(kit))
        #expect(kit.phone.screen.notifications.count == 1)

        try await kit.launch()
        try await kit.push.signOut()
        await kit.settle()
        #expect(kit.phone.screen.notifications.isEmpty)
        #expect(try kit.push.registration.user == nil)
        let key = try #require(try kit.push.registration.encryptionKey)
        #expect(key != before)
        let registered = await kit.world.backend.registrations.values.first
        #expect(registered?.user == nil && registered?.encryptionKey == key)

        try await kit.leave()
        try await kit.push(sealed(kit, "m-2", for: before))
        try await kit.phone.tap()
        await kit.settle()
        #expect(try kit.delegate.router.pending == nil)
        #expect(!kit.world.handled.contains("m-2 response"))
        #expect(kit.world.errors.contains { if case .messageFailed = $0 { true } else { false } })
    }
}
