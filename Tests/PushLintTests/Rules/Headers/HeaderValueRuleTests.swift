// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import PushLint
import Testing

private let uuid = "1f0c2b6e-5d1a-4c3e-9b7a-0a8f3f9d2c11"

private let activity = "type: liveactivity"

private let cases: [RuleCase] =
    ["Alert", "ALERT", "alerts", "live-activity", "push-to-talk", "silent", "none", "1"].map {
        .wrong("bad-push-type", ["type: \($0)"], Body.alert)
    }
    + PushType.allCases.map { .fine("bad-push-type", ["type: \($0.rawValue)"], Body.alert) }
    + [
        .fine("bad-push-type", [], Body.alert),
        .fine("bad-push-type", ["type: LiveActivity"], Body.update),
        .wrong("push-type-letter-case", ["type: LiveActivity"], Body.update),
        .fine("push-type-letter-case", ["type: liveactivity"], Body.update),
        .fine("push-type-letter-case", ["type: Liveactivity", "channel: YWJj"], Body.update),
    ]
    + ["3", "0", "-1", "11", "100", "high", "normal", "10.0", "1O"].map {
        .wrong("bad-priority", ["priority: \($0)"], Body.alert)
    }
    + ["10", "5", "1"].map { .fine("bad-priority", ["priority: \($0)"], Body.alert) }
    + ["tomorrow", "2026-09-12", "1.5", "-1", "3600s", "99999999999999999999"].map {
        .wrong("bad-expiration", ["expiration: \($0)"], Body.alert)
    }
    + ["0", "1789207200", "3600", "1789207200000"].map {
        .fine("bad-expiration", ["expiration: \($0)"], Body.alert)
    }
    + [
        .wrong("expiration-in-milliseconds", ["expiration: 1789207200000"], Body.alert),
        .fine("expiration-in-milliseconds", ["expiration: 1789207200"], Body.alert),
        .fine("expiration-in-milliseconds", ["expiration: 32503680000"], Body.alert),
        .fine("expiration-in-milliseconds", ["expiration: 9223372036854775807"], Body.alert),
        .wrong("expiration-in-the-past", ["expiration: 300"], Body.alert),
        .wrong("expiration-in-the-past", ["expiration: 2592000"], Body.alert),
        .wrong(
            "expiration-in-the-past", [activity, "expiration: 1749999999"], Body.update),
        .fine(
            "expiration-in-the-past", [activity, "expiration: 1750000000"], Body.update),
        .fine("expiration-in-the-past", ["expiration: 0"], Body.alert),
        .fine("expiration-in-the-past", ["expiration: 1500000000"], Body.alert),
        .wrong(
            "expiration-beyond-storage", [activity, "expiration: 1752592001"],
            Body.update),
        .fine(
            "expiration-beyond-storage", [activity, "expiration: 1752592000"],
            Body.update),
        .fine("expiration-beyond-storage", ["type: alert", "expiration: 1952592001"], Body.alert),
        .wrong(
            "expiration-beyond-storage",
            ["type: liveactivity", "channel: YWJj", "expiration: 1750028801"], Body.update),
        .fine(
            "expiration-beyond-storage",
            ["type: liveactivity", "channel: YWJj", "expiration: 1750028800"], Body.update),
    ]
    + ["4711", "1f0c2b6e5d1a4c3e9b7a0a8f3f9d2c11", uuid + "0", "g" + uuid.dropFirst()].map {
        .wrong("bad-apns-id", ["id: \($0)"], Body.alert)
    }
    + [
        .fine("bad-apns-id", ["id: \(uuid)"], Body.alert),
        .fine("bad-apns-id", ["id: \(uuid.uppercased())"], Body.alert),
        .wrong("bad-apns-id", ["apns-request-id: 7"], Body.update),
        .fine("collapse-id-too-long", ["collapse-id: " + x(64)], Body.alert),
        .wrong("collapse-id-too-long", ["collapse-id: " + x(65)], Body.alert),
        .fine("collapse-id-too-long", ["collapse-id: " + x(32, "ä")], Body.alert),
        .wrong("collapse-id-too-long", ["collapse-id: " + x(33, "ä")], Body.alert),
        .wrong("bad-min-os", ["min-os: iOS 17"], Body.alert),
        .wrong("bad-min-os", ["min-os: 17.x"], Body.alert),
        .fine("bad-min-os", ["min-os: 17.2.1"], Body.alert),
        .wrong("bad-topic", ["topic: my app"], Body.alert),
        .wrong("bad-topic", ["topic: https://example.com"], Body.alert),
        .wrong("bad-topic", ["topic: com.example.my_app"], Body.alert),
        .fine("bad-topic", ["topic: com.example.app"], Body.alert),
        .fine("bad-topic", ["topic: pass.com.example.my_pass"], "{}"),
        .fine("bad-topic", ["topic: com.apple.mgmt.External.\(uuid)"], #"{"mdm": "a"}"#),
        .fine("bad-topic", ["topic: pass.com.example.tickets"], "{}"),
    ]

private func x(_ count: Int, _ letter: String = "x") -> String {
    String(repeating: letter, count: count)
}

@Test(arguments: cases)
func `header values are checked`(row: RuleCase) { row.check() }

/// Every push type with the topic of every push type, and whether they match.
private let topics: [(PushType, String, Bool)] = PushType.allCases.flatMap { type in
    PushType.allCases.map { other in
        let topic = "com.example.app" + other.traits.topicSuffix
        let isRight = type.traits.topicSuffix == other.traits.topicSuffix
        // An app may be called com.example.app.voip.
        let isName =
            type.traits.topicSuffix.isEmpty && [.voip, .complication].contains(other)
        return (type, topic, isRight || isName || type == .mdm)
    }
}

@Test(arguments: topics)
func `the suffix of the topic must match the push type`(type: PushType, topic: String, isFine: Bool)
{
    let headers = ["type: \(type.rawValue)", "topic: \(topic)"]
    let row = RuleCase(rule: "topic-suffix", finds: !isFine, text: RuleCase.push(headers, "{}"))
    row.check()
}

@Test(arguments: ["com.example.voip", "com.example.app.voip", "com.example.complication"])
func `a bundle identifier may end in voip or complication`(topic: String) {
    let text = RuleCase.push(["type: alert", "topic: \(topic)"], Body.alert)
    #expect(!ids(text).contains("topic-suffix"))
}

@Test func `a topic that is the bundle identifier of the app is valid with any ending`() {
    var context = LintContext()
    context.app = LintApp(name: "App")
    context.app?.bundleID = "com.example.voip"
    let right = RuleCase.push(["type: alert", "topic: com.example.voip"], Body.alert)
    let wrong = RuleCase.push(["type: alert", "topic: com.example.voip.voip"], Body.alert)
    let voip = RuleCase.push(["type: voip", "topic: com.example.voip.voip"], Body.call)
    #expect(!ids(right, context).contains("topic-suffix"))
    #expect(ids(wrong, context).contains("topic-suffix"))
    #expect(!ids(voip, context).contains("topic-suffix"))
}

@Test func `a bundle identifier that ends in voip needs the suffix of the push type`() throws {
    let text = RuleCase.push(["type: widgets", "topic: com.example.voip"], "{}")
    let finding = try #require(RuleCase.findings(in: text).first { $0.rule == "topic-suffix" })
    #expect(finding.remedy == "write com.example.voip.push-type.widgets")
}

@Test func `a topic without a suffix is valid if no push type is given`() {
    #expect(!ids(RuleCase.push(["topic: com.example.app"], Body.update)).contains("topic-suffix"))
}

@Test(
    arguments: [
        ("Alert", "alert"), ("live-activity", "liveactivity"), ("push_to_talk", "pushtotalk"),
        ("Widgets", "widgets"),
    ])
func `a misspelled push type has a fix`(word: String, right: String) throws {
    let text = RuleCase.push(["apns-push-type: \(word)"], Body.alert)
    let finding = try #require(RuleCase.findings(in: text).first { $0.rule == "bad-push-type" })
    #expect(finding.remedy == "did you mean \(right)?")
    let fixed = TextFix.apply([try #require(finding.fix)], to: Array(text.utf8)).text
    #expect(
        String(decoding: fixed, as: UTF8.self)
            == RuleCase.push(["apns-push-type: \(right)"], Body.alert))
}

@Test func `a long value is shortened in the message`() throws {
    let token = String(repeating: "0a1b2c3d", count: 8)
    let text = RuleCase.push(["id: \(token)"], Body.alert)
    let finding = try #require(RuleCase.findings(in: text).first { $0.rule == "bad-apns-id" })
    #expect(!finding.description.contains(token.prefix(30)))
    #expect(finding.message.contains("\"0a1b2c3d0a1b2c3d0a1b2c3d…\""))
}

@Test func `the message states the length of a collapse identifier in bytes and characters`()
    throws
{
    let text = RuleCase.push(["collapse-id: " + x(33, "ä")], Body.alert)
    let finding = try #require(
        RuleCase.findings(in: text).first { $0.rule == "collapse-id-too-long" })
    #expect(
        finding.message == "apns-collapse-id has 66 bytes (33 characters); at most 64 bytes "
            + "are allowed")
}

private func ids(_ text: String, _ context: LintContext = LintContext()) -> [String] {
    RuleCase.findings(in: text, context: context).map(\.rule)
}
