// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopSeal
import Foundation
import GatewayAPI
import Simulation
import Testing

@testable import BellhopKit

struct MessageOpenerTests {
    private let bench = EncryptionBench()

    @Test(arguments: ["enc", "encryptedBody", "encrypted_body"])
    func `T142: a message sealed for the registered key can be opened`(
        member: String
    ) async throws {
        let key = try bench.keys.publicKey()
        let payload = try bench.payload(bench.content(), for: key, at: member)
        let opened = try #require(try await bench.opener().open(payload))
        #expect(opened.content == bench.content())
        #expect(opened.keyID == key.id && opened.senderKeyID == nil && !opened.isRepeat)
        let shown = opened.payload(in: payload)
        #expect(shown.object["chat"] == 7)
        #expect(shown.object[member] == nil)
        #expect(shown.alertBody == "Meet at six")
    }

    @Test func `an opened message has the sealed texts, category and thread, and the push's badge`()
        throws
    {
        var content = bench.content()
        (content.title, content.thread, content.category) = ("Mia", "chat-1", "MESSAGE")
        let payload = PushPayload([
            "aps": [
                "alert": ["title-loc-key": "NEW", "loc-key": "NEW_TEXT", "loc-args": ["1"]],
                "category": "SEALED", "badge": 2,
            ]
        ])
        let shown = OpenedContent(content: content, keyID: "k").payload(in: payload)
        #expect(shown["aps.alert"] == ["title": "Mia", "body": "Meet at six"])
        #expect(shown.category == "MESSAGE" && shown.threadID == "chat-1" && shown.badge == 2)
    }

    @Test
    func `a sealed value inside an object is removed, and the picture in its content is used`()
        async throws
    {
        var (keys, content) = (PayloadKeys(), bench.content())
        keys.encrypted = ["secret.box"]
        content.image = "https://example.com/a.jpg"
        var payload = try bench.payload(content, for: bench.keys.publicKey())
        payload.object["secret"] = .object(["box": payload["enc"] ?? .null, "v": 1])
        payload.remove("enc")
        let opener = MessageOpener(bench.context, keys: bench.keys, payloadKeys: keys)
        let opened = try #require(try await opener.open(payload))
        let shown = opened.payload(in: payload, keys: keys)
        #expect(shown["secret.box"] == nil && shown["secret.v"] == 1)
        #expect(shown.string(anyOf: keys.media) == "https://example.com/a.jpg")
        #expect(try await opener.open(shown) == nil)
    }

    @Test func `the content of a sealed message cannot change aps`() async throws {
        var content = bench.content()
        content.data = ["aps": ["badge": 99], "link": "example://x"]
        let payload = try bench.payload(content, for: bench.keys.publicKey())
        let opened = try #require(try await bench.opener().open(payload))
        let shown = opened.payload(in: payload)
        #expect(shown.badge == payload.badge)
        #expect(shown.string("link") == "example://x")
    }

    @Test func `a sealed message in its compact form, a string, can be opened`() async throws {
        let sealer = try Sealer(
            app: EncryptionBench.app, recipient: SealPublicKey(bench.keys.publicKey()))
        let text = try sealer.seal(bench.content()).compact
        let payload = PushPayload(["aps": ["alert": "New"], "encryptedBody": .string(text)])
        #expect(try await bench.opener().open(payload)?.content.body == "Meet at six")
    }

    @Test(arguments: [
        JSONObject(), ["aps": ["alert": "Hello"]], ["enc": .null], ["other": ["enc": 1]],
    ])
    func `in a payload without a sealed message, nothing is opened`(
        object: JSONObject
    ) async throws {
        #expect(try await bench.opener().open(PushPayload(object)) == nil)
    }

    @Test func `a shared key is found by its name until it is removed`() async throws {
        let shared = try SealSharedKey.generate(id: "family:1")
        try bench.keys.add(shared)
        let sealer = try Sealer(app: EncryptionBench.app, sharedKey: shared)
        let payload = try bench.payload(sealer, bench.content())
        #expect(try await bench.opener().open(payload)?.keyID == "family:1")
        try bench.keys.removeSharedKey("family:1")
        await #expect(throws: EncryptionError.unknownKey("family:1")) {
            try await bench.opener().open(payload)
        }
    }

    @Test func `a message for another app or installation, or a truncated one, cannot be opened`()
        async throws
    {
        let key = try bench.keys.publicKey()
        let stranger = EncryptionBench()
        let foreign = try bench.payload(bench.content(), for: stranger.keys.publicKey())
        await #expect(throws: EncryptionError.self) { try await bench.opener().open(foreign) }
        let sealer = try Sealer(app: "com.example.other", recipient: SealPublicKey(key))
        let other = try bench.payload(sealer, bench.content())
        await #expect(throws: EncryptionError.seal(.notAuthentic)) {
            try await bench.opener().open(other)
        }
        var cut = try SealedMessage(
            bench.payload(bench.content(), for: key).object["enc"] ?? .null)
        cut.ciphertext.removeLast()
        let payload = PushPayload(["enc": .object(cut.json)])
        await #expect(throws: EncryptionError.seal(.notAuthentic)) {
            try await bench.opener().open(payload)
        }
    }

    @Test func `a message cannot be opened before the first unlock, but can be opened after it`()
        async throws
    {
        let payload = try bench.payload(bench.content(), for: bench.keys.publicKey())
        let closed = EncryptionKeys(bench.context, storage: ClosedStorage())
        await #expect(throws: EncryptionError.keysUnavailable("the keychain is closed")) {
            try await MessageOpener(bench.context, keys: closed).open(payload)
        }
        #expect(try await bench.opener().open(payload)?.isRepeat == false)
    }
}

/// Verifies who sealed a message.
struct MessageSenderTests {
    private let bench = EncryptionBench()

    @Test func `a trusted sender's proof is verified and reported`() async throws {
        let key = try bench.keys.publicKey()
        let server = try SealPrivateKey.generate(id: "server-1")
        let proven = try bench.payload(bench.content("m-1"), for: key, from: server)
        await #expect(throws: EncryptionError.senderNotTrusted("server-1")) {
            try await bench.opener().open(proven)
        }
        try bench.keys.trust(server.publicKey)
        #expect(try await bench.opener().open(proven)?.senderKeyID == "server-1")
        let impostor = try SealPrivateKey.generate(id: "server-1")
        let forged = try bench.payload(bench.content("m-2"), for: key, from: impostor)
        await #expect(throws: EncryptionError.seal(.notAuthentic)) {
            try await bench.opener().open(forged)
        }
    }

    @Test func `when a sender is trusted, a message needs a sender's proof or a shared key`()
        async throws
    {
        let key = try bench.keys.publicKey()
        let plain = try bench.payload(bench.content(), for: key)
        let server = try SealPrivateKey.generate().publicKey
        let opener = MessageOpener(bench.context, keys: bench.keys, trustedSenders: [server])
        await #expect(throws: EncryptionError.senderNotProven) { try await opener.open(plain) }
        try bench.keys.trust(server)
        await #expect(throws: EncryptionError.senderNotProven) {
            try await bench.opener().open(plain)
        }
        let shared = try SealSharedKey.generate(id: "family")
        try bench.keys.add(shared)
        let sealer = try Sealer(app: EncryptionBench.app, sharedKey: shared)
        let payload = try bench.payload(sealer, bench.content())
        #expect(try await opener.open(payload)?.senderKeyID == nil)
    }

    @Test func `equal message identifiers of different senders are not replays`()
        async throws
    {
        let key = try bench.keys.publicKey()
        for name in ["ada", "bob"] {
            let sender = try SealPrivateKey.generate(id: name)
            try bench.keys.trust(sender.publicKey)
            let payload = try bench.payload(bench.content("1"), for: key, from: sender)
            bench.clock.advance(by: .seconds(7_200))
            #expect(try await bench.opener().open(payload)?.isRepeat == false)
        }
    }
}

/// Replays, and clocks that are wrong.
struct ReplayTests {
    private let bench = EncryptionBench()
    private let day: TimeInterval = 86_400

    @Test func `a repeated message counts as a second delivery at first, and later as a replay`()
        async throws
    {
        let payload = try bench.payload(bench.content(), for: bench.keys.publicKey())
        let first = bench.clock.now
        #expect(try await bench.opener().open(payload)?.isRepeat == false)
        #expect(try await bench.opener().open(payload)?.isRepeat == true)
        bench.clock.advance(by: Duration(saturatingSeconds: OpenedMessages.graceSeconds))
        #expect(try await bench.opener().open(payload)?.isRepeat == true)
        bench.clock.advance(by: .seconds(1))
        let replayed = EncryptionError.replayed(messageID: "m-1", firstOpened: first)
        await #expect(throws: replayed) { try await bench.opener().open(payload) }
    }

    @Test func `the app can open a message that the extension has opened, any number of times`()
        async throws
    {
        let payload = try bench.payload(bench.content(), for: bench.keys.publicKey())
        _ = try await bench.opener().open(payload)
        bench.clock.advance(by: .seconds(100_000))
        #expect(try await bench.opener(.reading).open(payload)?.isRepeat == false)
        bench.clock.advance(by: .seconds(100_000))
        #expect(try await bench.opener(.reading).open(payload)?.isRepeat == true)
    }

    @Test func `a message that the app fetched before its push arrived is still shown`()
        async throws
    {
        let payload = try bench.payload(bench.content(), for: bench.keys.publicKey())
        _ = try await bench.opener(.reading).open(payload)
        bench.clock.advance(by: .seconds(100_000))
        #expect(try await bench.opener().open(payload)?.isRepeat == false)
    }

    @Test func `a message sealed again with the same identifier is also a replay`() async throws {
        let key = try bench.keys.publicKey()
        _ = try await bench.opener().open(bench.payload(bench.content(), for: key))
        let again = try bench.payload(bench.content(), for: key)
        #expect(try await bench.opener().open(again)?.isRepeat == true)
        bench.clock.advance(by: .seconds(4_000))
        await #expect(throws: EncryptionError.self) { try await bench.opener().open(again) }
    }

    @Test(arguments: [-1.0, 1, -2, 2])
    func `a phone whose clock is off by days loses no message`(days: Double) async throws {
        let correctTime = bench.clock.now
        let key = try bench.keys.publicKey()
        var content = bench.content()
        content.expiration = correctTime.addingTimeInterval(60)
        let payload = try bench.payload(content, for: key)
        bench.clock.jump(to: correctTime.addingTimeInterval(days * day))
        #expect(try await bench.opener().open(payload)?.content == content)
        #expect(try bench.keys.publicKey() == key)
        bench.clock.jump(to: correctTime)
        #expect(try await bench.opener().open(bench.payload(bench.content("m-2"), for: key)) != nil)
    }

    @Test func `a phone whose clock is a day ahead opens a message that APNs stored for 30 days`()
        async throws
    {
        let key = try bench.keys.publicKey()
        let content = bench.content()
        let payload = try bench.payload(content, for: key)
        bench.clock.jump(to: content.sentAt.addingTimeInterval(31 * day))
        #expect(try await bench.opener().open(payload)?.content == content)
        bench.clock.jump(to: content.sentAt.addingTimeInterval(32 * day + 1))
        let tooOld = EncryptionError.tooOld(messageID: "m-1", sent: content.sentAt)
        await #expect(throws: tooOld) { try await bench.opener().open(payload) }
    }

    @Test func `a message is refused two days after its expiration`() async throws {
        var content = bench.content()
        let expiration = bench.clock.now.addingTimeInterval(60)
        content.expiration = expiration
        let payload = try bench.payload(content, for: bench.keys.publicKey())
        bench.clock.jump(to: expiration.addingTimeInterval(2 * day + 1))
        let expired = EncryptionError.expired(messageID: "m-1", expiration: expiration)
        await #expect(throws: expired) { try await bench.opener().open(payload) }
    }

    @Test func `a refused message does not use up its identifier`() async throws {
        let key = try bench.keys.publicKey()
        let valid = try bench.payload(bench.content(), for: key)
        var invalid = try SealedMessage(valid.object["enc"] ?? .null)
        invalid.ciphertext[0] ^= 1
        let spoiled = PushPayload(["enc": .object(invalid.json)])
        await #expect(throws: EncryptionError.self) { try await bench.opener().open(spoiled) }
        #expect(try await bench.opener().open(valid)?.isRepeat == false)
    }

    @Test func `a full record of opened messages drops only its oldest entry`() {
        var opened = OpenedMessages()
        func note(_ number: Int) -> OpenedMessages.Verdict {
            let message = SealedMessage(
                suite: .x25519, keyID: "k", messageID: "m\(number)", encapsulatedKey: Data(),
                ciphertext: Data())
            return opened.note(message, at: Date(timeIntervalSince1970: Double(number)))
        }
        for number in 0...OpenedMessages.countMax { #expect(note(number) == .new) }
        #expect(opened.entries.count == OpenedMessages.countMax)
        #expect(note(1) == .again)
        #expect(note(0) == .new)
    }

    @Test func `a message is opened even if the record of opened messages cannot be written`()
        async throws
    {
        let payload = try bench.payload(bench.content(), for: bench.keys.publicKey())
        let lock = bench.context.folder.onThisPhone.url
            .appendingPathComponent("opened-showing.lock")
        try FileManager.default.createDirectory(at: lock, withIntermediateDirectories: true)
        #expect(try await bench.opener().open(payload)?.content.body == "Meet at six")
    }
}
