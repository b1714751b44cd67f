// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import PushLint
import Testing
import Workbench

/// Lint of messages for FCM and Web Push.
@Suite(.timeLimit(.minutes(30)))
struct MessageLinterTests {
    private func findings(_ text: String, _ transport: PushTransport = .fcm) -> [Diagnostic] {
        MessageLinter(transport).lint(SourceText(name: "message.json", text: text))
    }

    private func findings(_ example: RuleExample, of rule: DiagnosticRule) -> [Diagnostic] {
        findings(example.text, rule.id.hasPrefix("fcm") ? .fcm : .webPush)
    }

    @Test(arguments: MessageRule.rows)
    func `a rule finds the problem in its wrong example`(rule: DiagnosticRule) {
        #expect(findings(rule.wrong, of: rule).contains { $0.rule == rule.id })
    }

    @Test(arguments: MessageRule.rows)
    func `the correct example of a rule has no findings`(rule: DiagnosticRule) {
        #expect(findings(rule.right, of: rule) == [])
    }

    @Test func `rules have unique identifiers, and titles and remedies without a period`() {
        let ids = MessageRule.rows.map(\.id) + LintRule.rows.map(\.id)
        #expect(Set(ids).count == ids.count)
        for rule in MessageRule.rows {
            #expect(rule.title.last != "." && rule.remedy.last != "." && rule.why.last == ".")
        }
    }

    @Test func `a finding has the line and column of its field`() throws {
        let found = findings(
            """
            {"message": {
              "topic": "news",
              "data": {"a.b": "1", "c.d": 2},
              "android": {"ttl": 60}
            }}
            """)
        #expect(found.map(\.rule) == ["fcm-data", "fcm-value"])
        #expect(
            found.map(\.location.position?.description) == [
                "line 3, column 24", "line 4, column 15",
            ])
        #expect(found.map(\.location.keyPath) == ["message.data.c.d", "message.android.ttl"])
        #expect(found[0].remedy.contains("quotation marks"))
        #expect(found[0].message.hasPrefix("message.data.c.d is a number"))
    }

    @Test(arguments: [
        (#"{"notification": {"title": "a"}, "android": {"ttl": "60s"}}"#, [String]()),
        (#"{"message": {"topic": "a", "fcmOptions": {}}}"#, []),
        (#"{"message": {"topic": "a"}, "validate_only": true}"#, []),
        (#"{"message": {"topic": "a"}, "android": {}}"#, ["fcm-unknown-field"]),
        (#"{"message": {"token": "fGQ8bKAkQ2mZ7cXv0JdT1w"}}"#, ["fcm-recipient"]),
        (#"{"to": "/topics/a", "notification": {"title": "a"}}"#, ["fcm-unknown-field"]),
        (#"{"topic": "a", "data": {"a": "b",}}"#, ["trailing-comma"]),
        (#"["a"]"#, ["not-an-object"]),
    ])
    func `a message is checked with or without the request that contains it`(
        text: String, rules: [String]
    ) {
        #expect(findings(text).map(\.rule) == rules)
    }

    @Test func `a misspelled field is reported with a correction, a misplaced one with advice`() {
        let text = """
            {"message": {
              "topic": "news",
              "notification": {"title": "a", "boddy": "b", "click_action": "OPEN"},
              "android": {"notification": {"channelID": "c", "vibrate_timings": ["1s", 2]}}
            }}
            """
        let source = SourceText(name: "message.json", text: text)
        let found = MessageLinter(.fcm).lint(source)
        #expect(
            found.map(\.rule) == [
                "fcm-unknown-field", "fcm-unknown-field", "fcm-unknown-field", "fcm-value",
            ])
        #expect(
            found.map(\.location.position?.description) == [
                "line 3, column 34", "line 3, column 48", "line 4, column 32",
                "line 4, column 50",
            ])
        #expect(
            found.prefix(3).map(\.remedy) == [
                "write body", "write it in message.android.notification", "write channelId",
            ])
        #expect(found[3].message.contains("vibrate_timings[1] must be a string that ends"))
        let fixed = TextFix.apply(found.compactMap(\.fix), to: source.bytes)
        #expect(fixed.count == 2)
        #expect(
            String(decoding: fixed.text, as: UTF8.self)
                == text.replacing("boddy", with: "body").replacing("channelID", with: "channelId"))
    }

    @Test func `a misspelled field beside the correct one is not renamed`() {
        let found = findings(
            #"{"message": {"topic": "a", "notification": {"title": "a", "titel": "b"}}}"#)
        #expect(found.map(\.remedy) == ["write title"])
        #expect(found.map(\.fix) == [nil])
    }

    @Test func `the value of a token is marked as secret`() {
        let found = findings(#"{"message": {"token": "fGQ8bKAkQ2mZ7cXv0JdT1w"}}"#)
        #expect(found.map(\.location.isSecret) == [true])
        #expect(!found.contains { "\($0)".contains("fGQ8") })
    }

    @Test func `the APNs payload inside a message is checked, with its position in the message`()
        throws
    {
        let text = """
            {"message": {"data": {"a": "ä"}, "apns": {"headers": {"apns-priority": "7"},
              "payload": {"aps": {"alert": {"titel": "News"}}}}}}
            """
        let found = findings(text)
        #expect(found.map(\.rule) == ["bad-priority", "misspelled-key"])
        #expect(found.last?.location.position?.description == "line 2, column 33")
        #expect(found.last?.location.keyPath == "apns.payload.aps.alert.titel")
        #expect(found.first?.location.keyPath == "apns.headers.apns-priority")
        #expect(found.first?.location.position?.line == 1)
    }

    @Test func `keys that a notification adds are not reported as missing in the APNs payload`() {
        let text = #"{"message": {"topic": "a", "notification": {"title": "a"}, CHANGE}}"#
        for aps in [#""sound": "default""#, #""mutable-content": 1"#] {
            let apns = #""apns": {"payload": {"aps": {\#(aps)}}}"#
            #expect(findings(text.replacing("CHANGE", with: apns)) == [])
        }
    }

    @Test(arguments: [
        ("Dinner is ready", ["web-push-not-declarative"]),
        (#"{"aps": {"alert": "Hi"}}"#, ["web-push-not-declarative"]),
        (
            #"{"web_push": 8031, "notification": {"title": "a", "navigate": "https://a.b/"}}"#,
            ["web-push-declarative"]
        ),
        (
            #"{"web_push": 8030, "notification": {"title": "", "navigate": "/a"}}"#,
            ["web-push-declarative", "web-push-relative-navigate"]
        ),
        (
            #"{"web_push": 8030, "notification": {"title": "a", "navigate": "a.example/b"}}"#,
            ["web-push-relative-navigate"]
        ),
        (
            #"{"web_push": 8030, "notification": {"title": "a", "navigate": ""}}"#,
            ["web-push-relative-navigate"]
        ),
        (
            #"{"web_push": 8030, "notification": {"title": "a", "navigate": "https://[a"}}"#,
            ["web-push-declarative"]
        ),
        (
            #"{"web_push": 8030, "notification": {"title": "a", "navigate": 7}}"#,
            ["web-push-declarative"]
        ),
        (#"{"web_push": 8030, "notification": {"title": "a"}}"#, ["web-push-declarative"]),
        (
            #"{"web_push": 8030, "notification": {"title": "a", "navigate": "a:b", "silent": 1}}"#,
            ["web-push-declarative"]
        ),
        (
            #"{"web_push":8030,"notification": {"title": "a", "navigate": "a:", "app_badge":"3"}}"#,
            []
        ),
        (#"{"web_push": 8030}"#, ["web-push-declarative"]),
    ])
    func `a declarative message is checked, and other content is noted`(
        text: String, rules: [String]
    ) {
        #expect(findings(text, .webPush).map(\.rule) == rules)
    }

    @Test(arguments: [
        (2600, [String]()), (2601, ["web-push-over-mozilla"]), (3993, ["web-push-over-mozilla"]),
        (3994, ["web-push-too-large"]),
    ])
    func `the size limits of the content are 2600 and 3993 bytes`(count: Int, rules: [String]) {
        let found = findings(String(repeating: "x", count: count), .webPush)
        #expect(found.map(\.rule).filter { $0 != "web-push-not-declarative" } == rules)
    }

    @Test func `files in folders are recognized by their form`() {
        func isMessage(_ text: String, _ transport: PushTransport) -> Bool {
            let source = SourceText(name: "a.json", text: text)
            return MessageLinter(transport).reasonAgainst(source) == nil
        }
        #expect(isMessage(#"{"message": {"topic": "a"}}"#, .fcm))
        #expect(isMessage(#"{"topic": "a", "data": {}}"#, .fcm))
        #expect(!isMessage(#"{"name": "a"}"#, .fcm))
        #expect(isMessage(#"{"web_push": 8030}"#, .webPush))
        #expect(!isMessage(#"{"message": {"topic": "a"}}"#, .webPush))
    }
}
