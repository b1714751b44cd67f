// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopTesting
import Foundation
import Testing

@testable import BellhopKit

@Suite(.timeLimit(.minutes(30)))
struct CommunicationFlowTests {
    private let direct: JSONObject = [
        "conversation": ["id": "c-1", "sender": ["id": "mia@example.com", "name": "Mia"]]
    ]
    private let group: JSONObject = [
        "conversation": [
            "id": "c-2", "sender": ["id": "mia@example.com", "name": "Mia"],
            "group": [
                "name": "Back yard",
                "members": [
                    ["id": "leo@example.com", "name": "Leo"], ["id": "mia@example.com"],
                ],
            ],
        ]
    ]

    private func phone(hasEntitlement: Bool = true) async throws -> ExtensionPhone {
        try await ExtensionPhone {
            $0.capabilities.communication = hasEntitlement
        } _: {
            ExtensionPhone.configuration()
        }
    }

    @Test func `NSE-15: a message from an allowed person breaks through the Focus`()
        async throws
    {
        let phone = try await phone()
        try await phone.phone.turnOn(Focus(allowedPeople: ["mia@example.com"]))
        let shown = try #require(try await phone.push(direct))
        #expect(shown.communication?.senderName == "Mia")
        #expect(shown.communication?.groupName == nil)
        #expect(shown.communication?.recipientNames == [])
        #expect(shown.communication?.conversationID == "c-1")
        #expect(phone.phone.arrivals.first?.outcome == .shown)
    }

    @Test func `NSE-15: an allowed person's message in a group breaks through the Focus`()
        async throws
    {
        let phone = try await phone()
        try await phone.phone.turnOn(Focus(allowedPeople: ["mia@example.com"]))
        let shown = try #require(try await phone.push(group))
        #expect(shown.communication?.groupName == "Back yard")
        #expect(shown.communication?.senderName == "Mia")
        #expect(shown.communication?.recipientNames == ["Leo"])
        #expect(phone.phone.arrivals.first?.outcome == .shown)
    }

    @Test func `INT-1: a message from another person does not break through the Focus`()
        async throws
    {
        let phone = try await phone()
        try await phone.phone.turnOn(Focus(allowedPeople: ["leo@example.com"]))
        try await phone.push(direct)
        #expect(phone.phone.arrivals.first?.outcome != .shown)
    }

    @Test func `INT-7: without the capability, a message is an ordinary notification`()
        async throws
    {
        let phone = try await phone(hasEntitlement: false)
        let shown = try #require(try await phone.push(direct))
        #expect(shown.body == "sent")
        #expect(shown.communication == nil)
        #expect(phone.repeatCount == 0)
    }

    @Test func `NSE-15: the sender's picture is shown`() async throws {
        let server = try MediaServer { _ in .file(MediaSample.png, type: "image/png") }
        var conversation = direct
        conversation["conversation"] = [
            "sender": [
                "id": "u-1", "name": "Mia", "avatar": .string(server.url("/mia.png")),
            ]
        ]
        let shown = try await phone().push(conversation)
        #expect(shown?.communication?.avatar == "\(MediaSample.png.count) bytes")
    }

    @Test
    func `NSE-5: a picture that hangs delays the message by two seconds, and the name is shown`()
        async throws
    {
        let server = try MediaServer { _ in [.stall] }
        let phone = try await phone()
        let start = phone.phone.clock.now
        let shown = try await phone.push(
            [
                "conversation": [
                    "sender": "u-1", "sender_name": "Mia",
                    "sender_avatar": .string(server.url("/mia.png")),
                ]
            ], hanging: server.requested, for: ServiceTime.avatars)
        #expect(shown?.communication?.senderName == "Mia")
        #expect(shown?.communication?.avatar == nil)
        #expect(phone.phone.clock.now.timeIntervalSince(start) == 2)
    }

    @Test func `NSE-15: later steps do not lose what the system added`() async throws {
        let phone = try await ExtensionPhone {
            var configuration = ExtensionPhone.configuration(badge: BadgeStep())
            configuration.steps.append(adding("changed"))
            return configuration
        }
        let shown = try #require(try await phone.push(direct))
        #expect(shown.communication?.senderName == "Mia")
        #expect(shown.body == "sent changed")
        #expect(shown.badge == 1)
    }

    @Test func `C28: the donation of the intent finishes before the next step begins`()
        async throws
    {
        let (gate, donated) = (StepGate(), Collected<INInteractionDirection>())
        let step = CommunicationStep(downloader: WebMediaDownloader()) { interaction in
            await gate.wait()
            donated.add(interaction.direction)
        }
        let bench = ServiceBench()
        let results = Collected<Bool>()
        let service = bench.service([
            step, OwnStep("after") { _ in results.add(!donated.all.isEmpty) },
        ])
        bench.begin(service, direct.propertyList)
        await gate.reached()
        #expect(results.all.isEmpty, "nothing continues before the donation has ended")
        gate.open()
        _ = await bench.next()
        #expect(results.all == [true])
        #expect(donated.all == [.incoming])
    }

    @Test func `NSE-15: after a refused donation, the name is still shown`() async throws {
        struct Refused: Error {}
        let phone = try await ExtensionPhone {
            var configuration = ExtensionPhone.configuration()
            let step = CommunicationStep(downloader: WebMediaDownloader()) { _ in
                throw Refused()
            }
            configuration.steps.replace(.communication, with: step)
            return configuration
        }
        #expect(try await phone.push(direct)?.communication?.senderName == "Mia")
    }
}

struct CommunicationIntentTests {
    private let mia = PushConversation.Person(id: "u-1", name: "Mia")

    @Test func `NSE-15: in a conversation of two, recipients and group name are omitted`() {
        let intent = CommunicationIntent(PushConversation(id: "c", sender: mia), text: "Hi")
            .intent()
        #expect(intent.recipients == nil)
        #expect(intent.speakableGroupName == nil)
        #expect(intent.sender?.displayName == "Mia")
        #expect(intent.sender?.personHandle?.value == "u-1")
        #expect(intent.conversationIdentifier == "c")
        #expect(intent.content == "Hi")
    }

    @Test func `NSE-15: a group has recipients and a name that can be spoken`() {
        let members = [PushConversation.Person(id: "u-2", name: "Leo")]
        let conversation = PushConversation(
            sender: mia, group: .init(name: "Back yard", members: members), mentionsMe: true,
            repliesToMe: true, notifiesAnyway: true)
        let intent = CommunicationIntent(conversation, text: "Hi").intent()
        #expect(intent.recipients?.map(\.displayName) == ["Leo"])
        #expect(intent.speakableGroupName?.spokenPhrase == "Back yard")
        #expect(intent.donationMetadata?.mentionsCurrentUser == true)
        #expect(intent.donationMetadata?.isReplyToCurrentUser == true)
        #expect(intent.donationMetadata?.notifyRecipientAnyway == true)
        #expect(intent.donationMetadata?.recipientCount == 2)
    }

    @Test func `NSE-15: in a group without members, the person is the recipient`() {
        let conversation = PushConversation(sender: mia, group: .init(name: "Back yard"))
        let intent = CommunicationIntent(conversation, text: "Hi").intent()
        #expect(intent.recipients?.map(\.isMe) == [true])
    }

    @Test func `the long and the short form of a conversation have the same meaning`() throws {
        let long = try #require(
            PushConversation(
                PushPayload([
                    "conversation": [
                        "id": 7, "sender": ["id": "u-1", "name": "Mia", "avatar": "https://a"],
                        "group": [
                            "name": "Yard", "avatar": "https://g",
                            "members": [["id": "u-1"], ["id": "u-2"], ["name": "no id"]],
                        ],
                    ]
                ])))
        let short = try #require(
            PushConversation(
                PushPayload([
                    "conversation": [
                        "id": "7", "sender": "u-1", "sender_name": "Mia",
                        "sender_avatar": "https://a", "group": "Yard",
                        "group_avatar": "https://g", "members": ["u-2", "u-1", 5.5, nil],
                    ]
                ])))
        #expect(long == short)
        #expect(short.group?.members.map(\.id) == ["u-2"])
    }

    @Test(arguments: [
        JSONValue.null, "x", [:], ["sender": "u-1"], ["sender_name": "Mia"],
        ["sender": ["name": "Mia"]], ["sender": "", "sender_name": "Mia"], [["sender": "u-1"]],
    ])
    func `a conversation without a sender's identifier and name is invalid`(value: JSONValue) {
        #expect(PushConversation(PushPayload(["conversation": value])) == nil)
    }

    @Test func `the number of recipients is limited`() throws {
        let members = (0..<100).map { JSONValue.string("m-\($0)") }
        let conversation = PushConversation(
            PushPayload([
                "conversation": [
                    "sender": "u-1", "sender_name": "Mia", "group": "All",
                    "members": .array(members),
                ]
            ]))
        #expect(conversation?.group?.members.count == PushConversation.memberCountMax)
    }
}
