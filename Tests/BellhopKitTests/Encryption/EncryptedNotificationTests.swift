// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopSeal
import BellhopTesting
import Foundation
import GatewayAPI
import Simulation
import Testing

@testable import BellhopKit

private let group = "group.com.example.chat"

private final class ChatService: RichNotificationService {
    override var configuration: ServiceConfiguration {
        ServiceConfiguration(appGroup: group, decrypt: DecryptStep(EncryptionPlan()))
    }
}

/// Sealed messages, from the server through APNs to the Lock Screen.
@Suite(.timeLimit(.minutes(30)))
struct EncryptedNotificationTests {
    /// A locked phone whose app has generated its key, and the key as the server knows it.
    private func lockedPhone() async throws -> (TestPhone, AppUnderTest, EncryptionKey) {
        var chat = TestApp("com.example.chat")
        chat.launch = { UIApplication.shared.registerForRemoteNotifications() }
        chat.serviceExtension = { ChatService() }
        chat.bundle.strings = ["en": ["NEW_MESSAGE": "New message"]]
        let phone = try await TestPhone()
        let app = try await phone.install(chat)
        try await phone.setPermission(.authorized, for: app)
        try await phone.launch(app)
        let key = try await app.run {
            try EncryptionKeys(.current(appGroup: group), accessGroup: nil).publicKey()
        }
        try await phone.lock()
        return (phone, app, key)
    }

    private func payload(_ id: String, for key: EncryptionKey, at now: Date) throws -> Payload {
        let content = SealedContent(
            messageID: id, sentAt: now, title: "Ada", body: "Meet at six", thread: "chat-7",
            data: ["chat": 7])
        var fallback = AlertFields()
        fallback.bodyKey = "NEW_MESSAGE"
        return try Sealer(app: "com.example.chat", recipient: SealPublicKey(key))
            .payload(for: content, fallback: .fields(fallback))
    }

    private func text(_ payload: Payload) -> String {
        String(decoding: payload.encoded, as: UTF8.self)
    }

    @Test func `T142: the extension opens the message, and the lock screen shows it`()
        async throws
    {
        let (phone, _, key) = try await lockedPhone()
        let sealed = try payload("m-1", for: key, at: phone.clock.now)
        #expect(!text(sealed).contains("Ada") && !text(sealed).contains("six"))
        try await phone.push(text(sealed))
        #expect(phone.screen.lockScreen.map(\.title) == ["Ada"])
        #expect(phone.screen.lockScreen.map(\.body) == ["Meet at six"])
    }

    @Test(arguments: ["cut", "changed", "unknown key", "version 2", "not a message"])
    func `T143: a message that cannot be opened shows the neutral text from the app's strings`(
        change: String
    ) async throws {
        let (phone, _, key) = try await lockedPhone()
        var sealed = try payload("m-1", for: key, at: phone.clock.now)
        var message = try SealedMessage(sealed.custom["enc"] ?? .null)
        switch change {
        case "cut": message.ciphertext.removeLast(20)
        case "changed": message.ciphertext[3] ^= 1
        case "unknown key": message.keyID = "gone"
        default: break
        }
        sealed.custom["enc"] = .object(message.json)
        if change == "version 2" {
            var object = message.json
            object["v"] = 2
            sealed.custom["enc"] = .object(object)
        }
        if change == "not a message" { sealed.custom["enc"] = "hello" }
        try await phone.push(text(sealed))
        #expect(phone.screen.lockScreen.map(\.body) == ["New message"])
    }

    @Test
    func `an immediate retry is shown decrypted, and a replay a day later as neutral text`()
        async throws
    {
        let (phone, _, key) = try await lockedPhone()
        let sealed = text(try payload("m-1", for: key, at: phone.clock.now))
        try await phone.push(sealed)
        try await phone.push(sealed)
        #expect(phone.screen.lockScreen.map(\.body) == ["Meet at six", "Meet at six"])
        await phone.advance(by: .seconds(86_400))
        try await phone.push(sealed)
        #expect(phone.screen.lockScreen.filter { $0.body == "New message" }.count == 1)
    }

    @Test func `a message for the previous key can be opened after the key was replaced`()
        async throws
    {
        let (phone, app, key) = try await lockedPhone()
        let sealed = text(try payload("m-1", for: key, at: phone.clock.now))
        let newer = try await app.run {
            try EncryptionKeys(.current(appGroup: group), accessGroup: nil).rotate()
        }
        #expect(newer != key)
        try await phone.push(sealed)
        try await phone.push(text(payload("m-2", for: newer, at: phone.clock.now)))
        #expect(phone.screen.lockScreen.map(\.body) == ["Meet at six", "Meet at six"])
    }
}
