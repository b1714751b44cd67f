// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Explain
import Testing

/// A push that APNs refuses.
struct RefusedPush: Sendable, CustomTestStringConvertible {
    let reason: RejectionReason
    let aps: String
    let edit: @Sendable (inout ExplainedPush) -> Void

    var testDescription: String { reason.rawValue }

    init(
        _ reason: RejectionReason, aps: String = #"{"alert":"Hi"}"#,
        _ edit: @escaping @Sendable (inout ExplainedPush) -> Void = { _ in }
    ) {
        self.reason = reason
        self.aps = aps
        self.edit = edit
    }

    static let all: [RefusedPush] = [
        RefusedPush(.badPriority, aps: #"{"content-available":1}"#) { $0.priority = .immediate },
        RefusedPush(.badExpirationDate) { $0.expiration = PushExpiration(epochSeconds: -5) },
        RefusedPush(.badTopic) {
            $0.topic = Topic("com.example.app.voip")
            $0.pushType = .alert
        },
        RefusedPush(
            .payloadTooLarge, aps: "{\"alert\":\"\(String(repeating: "a", count: 5000))\"}"),
        RefusedPush(.topicDisallowed) { $0.pushType = .mdm },
    ]
}

@Test(arguments: RefusedPush.all)
func `what APNs refuses is refused in its own words`(refused: RefusedPush) throws {
    var push = ExplainFixture.push(aps: refused.aps)
    refused.edit(&push)
    let explanation = try ExplainFixture.explain(push)
    #expect(explanation.service.result == .refused(refused.reason))
    #expect(explanation.service.status == refused.reason.status)
    #expect(!explanation.isDelivered)
    #expect(explanation.decision == nil)
    #expect(explanation.steps.isEmpty && explanation.sights.isEmpty)
    let row = try #require(refused.reason.row)
    #expect(explanation.remedies.first == row.remedy)
    #expect(
        explanation.json["apns"]?.objectValue?["reason"]?.stringValue == refused.reason.rawValue)
    #expect(explanation.answer.contains(row.meaning))
}

@Test func `a token of another app is refused`() throws {
    let config = try AppConfig(yaml: "bundle_id: com.example.mine")
    var push = ExplainFixture.push(aps: #"{"alert":"Hi"}"#)
    push.topic = Topic("com.example.other")
    let explanation = try ExplainFixture.explain(push) { $0.app = config }
    #expect(explanation.service.result == .refused(.deviceTokenNotForTopic))
}

@Test func `a phone without network gets it later, SF-1, or never, SF-2`() throws {
    var push = try ExplainFixture.example("message")
    let later = try ExplainFixture.explain(push) { $0.isOnline = false }
    #expect(later.service.result == .stored)
    #expect(later.isDelivered)
    #expect(later.rules.first == "SF-1")
    #expect(later.decision?.place == .lockScreen)
    push.expiration = .oneAttempt
    let never = try ExplainFixture.explain(push) { $0.isOnline = false }
    #expect(never.service.result == .discarded)
    #expect(!never.isDelivered)
    #expect(never.remedies.contains { $0.contains("apns-expiration") })
}

@Test func `a file for another app than the described one is pointed out`() throws {
    let config = try AppConfig(yaml: "bundle_id: com.example.mine")
    let explanation = try ExplainFixture.explain(try ExplainFixture.example("message")) {
        $0.app = config
    }
    #expect(explanation.isDelivered)
    #expect(explanation.push.topic.text == "com.example.mine")
    #expect(explanation.notes.contains { $0.text.contains("dev.bellhop.demo") })
}

@Test func `type and priority are inferred as push does it`() throws {
    let silent = try ExplainFixture.explain(try ExplainFixture.example("silent-refresh"))
    #expect(silent.push.pushType == .background)
    #expect(silent.push.priority == .powerAware)
    #expect(silent.push.inferred.map(\.header).contains(APNSHeader.pushType))
}
