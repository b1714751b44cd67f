// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

@testable import BellhopSeal

/// Keys for one suite.
private struct Pair: Sendable, CustomTestStringConvertible {
    let suite: SealSuite
    let isAuthenticated: Bool

    static let all = SealSuite.allCases.flatMap { suite in
        (suite.knowsSenders ? [false, true] : [false]).map {
            Pair(suite: suite, isAuthenticated: $0)
        }
    }

    var testDescription: String { "\(suite.rawValue) \(isAuthenticated ? "auth" : "base")" }

    func make(
        padding: SealPadding = .none
    ) throws -> (sealer: Sealer, key: OpeningKey, sender: SealPublicKey?) {
        guard suite.hasKeyPairs else {
            let key = try SealSharedKey.generate(id: String(repeating: "k", count: 12))
            return (
                try Sealer(app: app, sharedKey: key, padding: padding), .shared(key), nil
            )
        }
        let key = try SealPrivateKey.generate(suite: suite)
        let sender = isAuthenticated ? try SealPrivateKey.generate(suite: suite) : nil
        let sealer = try Sealer(
            app: app, recipient: key.publicKey, sender: sender, padding: padding)
        return (sealer, .own(key), sender?.publicKey)
    }
}

private let app = "com.example.chat"
private let now = Date(timeIntervalSince1970: 1_780_000_000)
private let fallback = Alert(title: "Chat", body: "New message")

private func content(bodyByteCount: Int = 5) -> SealedContent {
    SealedContent(
        messageID: "0198f2a0-7d3c-7b60-9a51-3f0c2f1e4d5a", sentAt: now,
        expiration: now.addingTimeInterval(3_600), title: "Ada Lovelace",
        body: String(repeating: "x", count: bodyByteCount), data: ["chat": 7])
}

struct SealerTests {
    @Test(arguments: Pair.all)
    private func `a sealed message can be opened, and sealing it again gives other bytes`(
        pair: Pair
    ) throws {
        let (sealer, key, sender) = try pair.make()
        let first = try sealer.seal(content())
        let second = try sealer.seal(content())
        #expect(first.ciphertext != second.ciphertext)
        for message in [first, second, try SealedMessage(compact: first.compact)] {
            #expect(try Opener(app: app).open(message, with: key, sender: sender) == content())
        }
        #expect(first.senderKeyID == sender?.id)
    }

    @Test(arguments: Pair.all)
    private func `every change and every truncation is detected`(pair: Pair) throws {
        let (sealer, key, sender) = try pair.make()
        let message = try sealer.seal(content())
        let opener = Opener(app: app)
        for index in stride(from: 0, to: message.ciphertext.count, by: 5) {
            var other = message
            other.ciphertext[index] ^= 0x80
            #expect(throws: SealError.notAuthentic) {
                try opener.open(other, with: key, sender: sender)
            }
            other.ciphertext = message.ciphertext.prefix(index)
            #expect(throws: SealError.notAuthentic) {
                try opener.open(other, with: key, sender: sender)
            }
        }
        for index in stride(from: 0, to: message.encapsulatedKey.count, by: 31) {
            var other = message
            other.encapsulatedKey[index] ^= 0x80
            #expect(throws: SealError.notAuthentic) {
                try opener.open(other, with: key, sender: sender)
            }
        }
    }

    @Test(arguments: [SealSuite.x25519, .p256])
    func `a message that does not prove its sender is refused if a sender is required`(
        suite: SealSuite
    ) throws {
        let key = try SealPrivateKey.generate(suite: suite)
        let server = try SealPrivateKey.generate(id: "server", suite: suite)
        let stranger = try SealPrivateKey.generate(id: "server", suite: suite)
        let opener = Opener(app: app)
        let plain = try Sealer(app: app, recipient: key.publicKey).seal(content())
        #expect(throws: SealError.senderNotProven) {
            try opener.open(plain, with: .own(key), sender: server.publicKey)
        }
        var named = plain
        named.senderKeyID = "server"
        let forged = try Sealer(app: app, recipient: key.publicKey, sender: stranger)
            .seal(content())
        for message in [named, forged] {
            #expect(throws: SealError.notAuthentic) {
                try opener.open(message, with: .own(key), sender: server.publicKey)
            }
        }
        #expect(throws: SealError.senderKeyMissing("server")) {
            try opener.open(forged, with: .own(key))
        }
    }

    @Test func `a suite that cannot prove the sender refuses a sender's key`() throws {
        let key = try SealPrivateKey.generate(suite: .xwing)
        let sender = try SealPrivateKey.generate(suite: .x25519)
        #expect(throws: SealError.senderUnsupported(.xwing)) {
            try Sealer(app: app, recipient: key.publicKey, sender: sender)
        }
        let other = try SealPrivateKey.generate(suite: .p256)
        #expect(throws: SealError.self) {
            try Sealer(app: app, recipient: other.publicKey, sender: sender)
        }
    }

    @Test(arguments: ["", "two words", "dot.dot", "Ärger", String(repeating: "m", count: 65)])
    func `an invalid message identifier is refused`(id: String) throws {
        let (sealer, _, _) = try Pair(suite: .x25519, isAuthenticated: false).make()
        var bad = content()
        bad.messageID = id
        let error = SealError.of { () throws(SealError) in _ = try sealer.seal(bad) }
        #expect(error == .badIdentifier("the identifier of the message"))
    }

    // The arguments are numbers, because Swift Testing describes arguments, and Foundation cannot
    // describe such dates.
    @Test(arguments: [-1, 253_402_300_800, 1e300, .infinity, -.infinity, .nan])
    func `a date outside of the valid range is refused`(epochSeconds: Double) throws {
        let date = Date(timeIntervalSince1970: epochSeconds)
        let (sealer, _, _) = try Pair(suite: .x25519, isAuthenticated: false).make()
        var sent = content()
        sent.sentAt = date
        #expect(throws: SealError.self) { try sealer.seal(sent) }
        var expiring = content()
        expiring.expiration = date
        #expect(throws: SealError.self) { try sealer.seal(expiring) }
    }

    @Test(arguments: ["", "com.example app", String(repeating: "a", count: 300)])
    func `an invalid bundle identifier is refused`(app: String) throws {
        let key = try SealPrivateKey.generate()
        #expect(throws: SealError.badBundleID(String(app.prefix(40)))) {
            try Sealer(app: app, recipient: key.publicKey)
        }
    }

    @Test func `the error for a member of the wrong type contains its name`() throws {
        let key = try SealSharedKey.generate(id: "k")
        for (text, name) in [
            (#"{"sent":1,"title":2}"#, "title"), (#"{"sent":1,"badge":"3"}"#, "badge"),
            (#"{"sent":1,"data":[]}"#, "data"), (#"{"title":"x"}"#, "sent"), ("[]", "content"),
            (#"{"sent":-1}"#, "sent"), ("{", "content"),
        ] {
            var message = SealedMessage(
                suite: .a256gcm, keyID: "k", messageID: "m", encapsulatedKey: Data(),
                ciphertext: Data())
            message.ciphertext = try SealHPKE.seal(
                Data(text.utf8), with: key, binding: SealBinding.of(message, app: app))
            let error = SealError.of { () throws(SealError) in
                _ = try Opener(app: app).open(message, with: .shared(key))
            }
            guard case .badContent(let what)? = error else {
                Issue.record("\(text): \(String(describing: error))")
                continue
            }
            #expect(what.contains(name))
        }
    }
}

/// Whole payloads and their limit of 4,096 bytes.
struct SealedPayloadTests {
    @Test(arguments: Pair.all)
    private func `T142: a payload has a neutral text and contains the sealed message`(
        pair: Pair
    ) throws {
        let (sealer, key, sender) = try pair.make()
        var base = Payload(aps: APS(sound: .systemDefault))
        base.custom["message_id"] = "m-1"
        let payload = try sealer.payload(for: content(), fallback: fallback, base: base)
        #expect(payload.aps?.alert == fallback)
        #expect(payload.aps?.mutableContent == true)
        #expect(payload.aps?.sound == .systemDefault)
        #expect(payload.custom["message_id"] == "m-1")
        let text = String(decoding: payload.encoded, as: UTF8.self)
        #expect(!text.contains("Lovelace") && !text.contains("xxxxx"))
        let message = try SealedMessage(#require(payload.custom["enc"]))
        #expect(try Opener(app: app).open(message, with: key, sender: sender) == content())
    }

    @Test(arguments: Pair.all)
    private func `content of the maximum length fits, and one byte more does not`(
        pair: Pair
    ) throws {
        let (sealer, key, sender) = try pair.make()
        let room = try sealer.contentByteCountMax(of: content(), fallback: fallback)
        let shell = JSONWriter.write(.object(try content(bodyByteCount: 0).json())).count
        let full = content(bodyByteCount: room - shell)
        let payload = try sealer.payload(for: full, fallback: fallback)
        #expect((4_095...4_096).contains(payload.encoded.count))
        let message = try SealedMessage(#require(payload.custom["enc"]))
        #expect(try Opener(app: app).open(message, with: key, sender: sender) == full)
        let error = SealError.of { () throws(SealError) in
            _ = try sealer.payload(
                for: content(bodyByteCount: room - shell + 1), fallback: fallback)
        }
        guard case .payloadTooLong(let budget)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect((1...2).contains(budget.excessByteCount))
        #expect(budget.contentByteCount == room + 1 && budget.contentByteCountMax == room)
        #expect(budget.largestMember.name == "body")
    }

    @Test(arguments: Pair.all)
    private func `the error for a payload that is too long states the size that it would have had`(
        pair: Pair
    ) throws {
        let (sealer, _, _) = try pair.make()
        let long = content(bodyByteCount: 5_000)
        let error = SealError.of { () throws(SealError) in
            _ = try sealer.payload(for: long, fallback: fallback)
        }
        guard case .payloadTooLong(let budget)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        let sent = try sealer.payload(for: long, fallback: fallback, byteCountMax: 10_000)
        #expect(budget.payloadByteCount == sent.encoded.count)
        #expect(budget.excessByteCount == sent.encoded.count - 4_096)
        #expect(budget.description.contains("\(budget.excessByteCount) more than the 4096"))
        #expect(!budget.description.contains("\n") && !budget.description.contains("xxxx"))
    }

    @Test(arguments: SealSuite.allCases)
    func `for each suite, the documented plaintext limit equals that of a real payload`(
        suite: SealSuite
    ) throws {
        let pair = Pair(suite: suite, isAuthenticated: suite.knowsSenders)
        let (sealer, _, _) = try pair.make()
        // {"aps":{"alert":"…","mutable-content":1}} has 40 bytes besides the text.
        let text = String(repeating: "x", count: SealLimits.referenceVisibleByteCount - 40)
        let exact = try sealer.contentByteCountMax(of: content(), fallback: .text(text))
        #expect(SealLimits.contentByteCountMax(suite) == exact)
        let expected: [SealSuite: Int] = [
            .x25519: 2_813, .p256: 2_782, .xwing: 1_742, .a256gcm: 2_856,
        ]
        #expect(SealLimits.contentByteCountMax(suite) == expected[suite])
    }

    @Test func `the error for a visible part that is too long says to shorten it`() throws {
        let (sealer, _, _) = try Pair(suite: .x25519, isAuthenticated: false).make()
        let long = Alert(body: String(repeating: "x", count: 4_000))
        let error = SealError.of { () throws(SealError) in
            _ = try sealer.payload(for: content(), fallback: long)
        }
        let line = try #require(error?.description)
        #expect(line.contains("Shorten the alert and the other keys"))
    }

    @Test(arguments: [Alert.text(""), Alert(title: ""), .fields(AlertFields())])
    func `a fallback without text is refused`(fallback: Alert) throws {
        let (sealer, _, _) = try Pair(suite: .x25519, isAuthenticated: false).make()
        #expect(throws: SealError.fallbackHasNoText) {
            try sealer.payload(for: content(), fallback: fallback)
        }
    }

    @Test func `padding makes lengths equal, and never makes a payload too long`() throws {
        let pair = Pair(suite: .x25519, isAuthenticated: true)
        let (sealer, key, sender) = try pair.make(padding: .blocks(of: 256))
        var lengths: Set<Int> = []
        for count in [1, 20, 100] {
            let message = try sealer.seal(content(bodyByteCount: count))
            lengths.insert(message.ciphertext.count)
            #expect(
                try Opener(app: app).open(message, with: key, sender: sender)
                    == content(bodyByteCount: count))
        }
        #expect(lengths == [256 + 16])
        let room = try sealer.contentByteCountMax(of: content(), fallback: fallback)
        let shell = JSONWriter.write(.object(try content(bodyByteCount: 0).json())).count
        let payload = try sealer.payload(
            for: content(bodyByteCount: room - shell - 3), fallback: fallback)
        #expect((4_095...4_096).contains(payload.encoded.count))
        for byteCount in [Int.min, 0, 1, Int.max] {
            let block = SealPadding.blocks(of: byteCount).blockByteCount
            #expect((1...SealLimits.paddingBlockByteCountMax).contains(block))
        }
    }
}
