// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Diagnostics
import Explain
import ExplainConfig
import Testing

/// A push that APNs refuses.
struct RefusedPush: Sendable, CustomTestStringConvertible {
    let reason: RejectionReason
    let aps: String
    let edit: @Sendable (inout ExplainedPush) -> Void
    /// Whether lint finds something that is not the cause.
    var hasUnrelatedFinding: Bool { reason == .topicDisallowed }

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
func `a push that APNs rejects is explained with the reason of APNs`(refused: RefusedPush) throws {
    var push = ExplainFixture.push(aps: refused.aps)
    refused.edit(&push)
    let explanation = try ExplainFixture.explain(push)
    #expect(explanation.service.result == .refused(refused.reason))
    #expect(explanation.service.status == refused.reason.status)
    #expect(!explanation.isDelivered)
    #expect(explanation.decision == nil)
    #expect(explanation.steps.isEmpty && explanation.effects.isEmpty)
    let row = try #require(refused.reason.row)
    // There is one remedy: that of lint's finding if the finding is the cause, otherwise that of
    // the reason.
    let problem = explanation.faults.first
    let cause = refused.hasUnrelatedFinding ? nil : problem
    #expect(explanation.remedies.first == (cause?.remedy ?? row.remedy))
    #expect(explanation.remedies.contains(row.remedy) == (cause == nil))
    #expect(
        explanation.json["apns"]?.objectValue?["reason"]?.stringValue == refused.reason.rawValue)
    #expect(explanation.result.contains(row.meaning))
}

@Test(arguments: [
    (#"{"content-available":1}"#, PushType.background, PushPriority.immediate, "5"),
    (
        #"{"event":"update","content-state":{},"timestamp":1}"#, .liveactivity, .powerFirst,
        "10 or 5"
    ),
])
func `a priority that the type does not accept gets one remedy, for this type`(
    aps: String, type: PushType, priority: PushPriority, taken: String
) throws {
    var push = ExplainFixture.push(aps: aps)
    push.pushType = type
    push.priority = priority
    let explanation = try ExplainFixture.explain(push)
    #expect(explanation.service.result == .refused(.badPriority))
    let about = explanation.remedies.filter { $0.contains("priority") }
    #expect(about == ["set apns-priority to \(taken)"])
    #expect(type == .background || !explanation.text().contains("background push"))
}

@Test func `LC-24: APNs discards an alert for an app without permission`() throws {
    let alert = ExplainFixture.push(aps: #"{"alert":"Hi","content-available":1}"#)
    let denied = try ExplainFixture.explain(alert) { $0.permission = .denied }
    #expect(denied.service.result == .discarded)
    #expect(denied.service.isAccepted && !denied.isDelivered)
    #expect(denied.decision == nil && denied.steps.isEmpty)
    #expect(denied.rules.first == "LC-24")
    #expect(denied.text().contains("switched off on the device"))
    #expect(denied.remedies.contains { $0.contains("allow notifications in Settings") })
    #expect(!denied.remedies.contains { $0.contains("apns-expiration") })
    // A silent push needs no permission; an app that has not requested permission is not denied.
    let silent = ExplainFixture.push(aps: #"{"content-available":1}"#)
    #expect(try ExplainFixture.explain(silent) { $0.permission = .denied }.isDelivered)
    let unasked = try ExplainFixture.explain(alert) { $0.permission = .notDetermined }
    #expect(unasked.service.result == .delivered)
}

@Test func `a token of another app is rejected`() throws {
    let config = try AppConfig(yaml: "bundle_id: com.example.mine")
    var push = ExplainFixture.push(aps: #"{"alert":"Hi"}"#)
    push.topic = Topic("com.example.other")
    let explanation = try ExplainFixture.explain(push) { $0.app = config }
    #expect(explanation.service.result == .refused(.deviceTokenNotForTopic))
}

@Test func `SF-1, SF-2: an offline phone gets a push later, or never if the expiration is 0`()
    throws
{
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

@Test func `a payload file for an app other than the described one causes a note`() throws {
    let config = try AppConfig(yaml: "bundle_id: com.example.mine")
    let explanation = try ExplainFixture.explain(try ExplainFixture.example("message")) {
        $0.app = config
    }
    #expect(explanation.isDelivered)
    #expect(explanation.push.topic.text == "com.example.mine")
    #expect(explanation.notes.contains { $0.text.contains("dev.bellhop.demo") })
}

@Test func `push type and priority are inferred as by the push command`() throws {
    let silent = try ExplainFixture.explain(try ExplainFixture.example("silent-refresh"))
    #expect(silent.push.pushType == .background)
    #expect(silent.push.priority == .powerAware)
    #expect(silent.push.inferred.map(\.header).contains(APNSHeader.pushType))
}
