// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopSeal
import BellhopTesting
import Foundation
import GatewayAPI
import Testing

@testable import BellhopKit

/// Returns the content that a test specifies.
private struct StubOpener: MessageOpening {
    struct Refused: Error {}

    let content: SealedContent?

    func open(_ payload: PushPayload) async throws -> OpenedContent? {
        guard payload["enc"] != nil else { return nil }
        guard let content else { throw Refused() }
        return OpenedContent(content: content, keyID: "k-1")
    }
}

private struct HangingOpener: MessageOpening {
    let gate: StepGate

    func open(_ payload: PushPayload) async throws -> OpenedContent? {
        await gate.wait()
        return nil
    }
}

@Suite(.timeLimit(.minutes(30)))
struct DecryptStepTests {
    private let fallback = LocalizedTexts(title: "NEUTRAL_TITLE", body: "NEUTRAL_BODY")

    private func phone(_ step: DecryptStep) async throws -> ExtensionPhone {
        try await ExtensionPhone {
            $0.bundle.strings = [
                "en": ["NEUTRAL_TITLE": "Chat", "NEUTRAL_BODY": "You have a new message"]
            ]
        } _: {
            ExtensionPhone.configuration(decrypt: step)
        }
    }

    @Test func `NSE-12: the content of an encrypted message is shown, with its picture`()
        async throws
    {
        let server = try MediaServer { _ in .file(MediaSample.png, type: "image/png") }
        var content = SealedContent(messageID: "m-1", sentAt: Date(timeIntervalSince1970: 0))
        (content.title, content.body) = ("Mia", "Meet me at six")
        (content.thread, content.category, content.badge) = ("chat-1", "MESSAGE", 3)
        (content.image, content.sound) = (server.url("/a.png"), "default")
        content.data = [
            "conversation": ["id": "c-1", "sender": "u-1", "sender_name": "Mia"], "aps": "forged",
        ]
        let phone = try await phone(DecryptStep(opener: StubOpener(content: content)))
        let shown = try #require(try await phone.push(["enc": "sealed", "imageURL": "https://x"]))
        #expect(shown.title == "Mia")
        #expect(shown.body == "Meet me at six")
        #expect(shown.threadID == "chat-1")
        #expect(shown.category == "MESSAGE")
        #expect(shown.badge == 3)
        #expect(shown.sound == "default")
        #expect(shown.attachments.count == 1)
        #expect(shown.communication?.senderName == "Mia", "a later step reads what was sealed")
        #expect(!shown.userInfo.contains("sealed"))
        #expect(!shown.userInfo.contains("forged"))
    }

    @Test func `NSE-6: a message that cannot be opened shows the payload's neutral text`()
        async throws
    {
        let phone = try await phone(DecryptStep(opener: StubOpener(content: nil)))
        let shown = try await phone.push(["enc": "sealed"])
        #expect(shown?.body == "sent")
    }

    @Test func `a message that cannot be opened shows the app's neutral text`()
        async throws
    {
        let phone = try await phone(
            DecryptStep(opener: StubOpener(content: nil), fallback: fallback))
        let shown = try await phone.push(["enc": "sealed"])
        #expect(shown?.title == "Chat")
        #expect(shown?.body == "You have a new message")
        #expect(try await phone.push()?.body == "sent", "nothing was sealed")
    }

    @Test func `NSE-5: when the time runs out, the neutral text is shown`() async throws {
        let gate = StepGate()
        let phone = try await phone(
            DecryptStep(opener: HangingOpener(gate: gate), fallback: fallback))
        let shown = try await phone.push(
            ["enc": "sealed"], hanging: gate.reached, for: ServiceTime.decrypt)
        #expect(shown?.body == "You have a new message")
        gate.open()
    }

    /// A message as a server seals it, for the keys of the app on this phone.
    private func sealed(for phone: ExtensionPhone) async throws -> JSONObject {
        let key = try await phone.app.run {
            let context = AppContext.current(appGroup: ExtensionPhone.group)
            return try EncryptionKeys(context, accessGroup: nil).publicKey()
        }
        var content = SealedContent(messageID: "m-1", sentAt: phone.phone.clock.now)
        content.body = "Meet me at six"
        let suite = try #require(SealSuite(rawValue: key.suite))
        let recipient = try SealPublicKey(suite: suite, bytes: key.publicKey)
        let sealer = try Sealer(app: "com.example.chat", recipient: recipient)
        return try sealer.seal(content).json
    }

    @Test func `a message that a server sealed is opened with this phone's key`() async throws {
        let phone = try await phone(DecryptStep(EncryptionPlan()))
        let message = try await sealed(for: phone)
        let shown = try await phone.push(["enc": .object(message)])
        #expect(shown?.body == "Meet me at six")
    }

    @Test func `for a truncated or replayed message, the neutral text is shown`()
        async throws
    {
        let phone = try await phone(DecryptStep(EncryptionPlan(), fallback: fallback))
        let message = try await sealed(for: phone)
        for member in message.members {
            guard let text = member.value.stringValue, text.count > 8 else { continue }
            var broken = message
            broken[member.key] = .string(String(text.dropLast(4)))
            let shown = try await phone.push(["enc": .object(broken)])
            #expect(shown?.body == "You have a new message", "\(member.key)")
        }
        #expect(try await phone.push(["enc": .object(message)])?.body == "Meet me at six")
        await phone.phone.advance(by: .seconds(2 * 3600))
        #expect(
            try await phone.push(["enc": .object(message)])?.body == "You have a new message",
            "the same message again, too late for a retry by the sender")
    }
}

@Suite(.timeLimit(.minutes(30)))
struct LocalizeStepTests {
    @Test func `NSE-12: text keys are resolved with the strings of the app`()
        async throws
    {
        let phone = try await ExtensionPhone {
            $0.bundle.strings = ["en": ["ORDER": "New order", "FROM_%@": "From %@"]]
        } _: {
            ExtensionPhone.configuration()
        }
        let shown = try await phone.push([
            "localized": ["title-loc-key": "ORDER", "loc-key": "FROM_%@", "loc-args": ["Mia"]]
        ])
        #expect(shown?.title == "New order")
        #expect(shown?.body == "From Mia")
    }

    @Test(arguments: [
        JSONValue.null, "x", ["loc-key": 1], ["title": "x"], [:], ["loc-args": ["x"]],
    ])
    func `a value without valid keys leaves the text unchanged`(value: JSONValue) async {
        let content = await ServiceBench().run(
            [LocalizeStep()], PushPayload(["localized": value]).object.propertyList)
        #expect(content?.body == "sent")
    }

    @Test func `an app may look up texts itself`() async {
        let step = LocalizeStep { $0.key == "A" ? "a: " + $0.arguments.joined() : nil }
        let content = await ServiceBench().run(
            [step],
            PushPayload([
                "localized": ["loc-key": "A", "loc-args": ["1", "2"], "title-loc-key": "B"]
            ]).object.propertyList)
        #expect(content?.body == "a: 12")
        #expect(content?.title == "")
    }
}

@Suite(.timeLimit(.minutes(30)))
struct BadgeAndReceiptStepTests {
    @Test func `BDG-2: the extension counts the badge, and does not change the server's number`()
        async throws
    {
        let phone = try await ExtensionPhone {
            ExtensionPhone.configuration(badge: BadgeStep())
        }
        #expect(try await phone.push()?.badge == 1)
        #expect(try await phone.push()?.badge == 2)
        #expect(phone.app.badge == 2)
        #expect(try await phone.push(aps: ["alert": "x", "badge": 9])?.badge == 9)
        #expect(try await phone.push()?.badge == 3)
    }

    @Test func `BDG-1: a counter that fails does not change the badge`() async throws {
        struct Locked: Error {}
        let phone = try await ExtensionPhone {
            ExtensionPhone.configuration(badge: BadgeStep { _ in throw Locked() })
        }
        let shown = try await phone.push()
        #expect(shown?.body == "sent")
        #expect(shown?.badge == nil)
    }

    @Test func `each message has one receipt, with its identifier`() async throws {
        let receipts = Collected<String?>()
        let phone = try await ExtensionPhone {
            ExtensionPhone.configuration(receipt: { receipts.add($0.id) })
        }
        try await phone.push(["message_id": "m-1"])
        try await phone.push(["messageId": 2])
        try await phone.push()
        #expect(receipts.all == ["m-1", "2", nil])
    }

    @Test func `NSE-5: a receipt whose sending hangs delays the notification by only two seconds`()
        async throws
    {
        let gate = StepGate()
        let phone = try await ExtensionPhone {
            ExtensionPhone.configuration(receipt: { _ in await gate.wait() })
        }
        let start = phone.phone.clock.now
        let shown = try await phone.push(hanging: gate.reached, for: ServiceTime.receipt)
        #expect(shown?.body == "sent")
        #expect(phone.phone.clock.now.timeIntervalSince(start) == 2)
        gate.open()
    }
}
