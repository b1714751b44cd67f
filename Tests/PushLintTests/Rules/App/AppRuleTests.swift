// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import PushLint
import Testing

/// What a payload requires of an app about which everything, something or nothing is known.
struct AppRuleTests {
    /// The findings of the rules about the app.
    private func found(
        _ text: String, _ change: (inout LintApp) -> Void = { _ in }
    ) -> [Diagnostic] {
        var app = SampleLintApp.app
        change(&app)
        var context = LintContext()
        context.app = app
        return PayloadLinter().lint(SourceText(name: "a.apns", text: text), context: context)
            .filter { SampleLintApp.isNeeded(by: $0.rule) }
    }

    private static let start = #"""
        {"aps": {"timestamp": 1750000000, "event": "start", "attributes-type":
        "DeliveryAttributes", "alert": {"title": "a", "body": "b"}, "attributes": {"order": ORDER},
        "content-state": STATE}}
        """#

    @Test(arguments: [
        (#"{"aps": {"alert": "a", "category": "MESAGE"}}"#, "did you mean \"MESSAGE\"?"),
        (#"{"aps": {"alert": "a", "category": "OTHER"}}"#, "registers no category \"OTHER\""),
        (#"{"aps": {"alert": "a", "sound": "ding.cav"}}"#, "did you mean \"ding.caf\"?"),
        (#"{"aps": {"alert": "a", "sound": {"name": "dong.caf"}}}"#, "no sound"),
        (#"{"aps": {"alert": {"title-loc-key": "NOPE"}}}"#, "no string \"NOPE\""),
        (#"{"aps": {"alert": {"loc-key": "NEW_MESSAGE", "loc-args": ["a", "b"]}}}"#, "has 2"),
        (#"{"aps": {"alert": {"loc-key": "AT_THE_DOOR", "loc-args": ["a"]}}}"#, "needs 0"),
        (#"{"aps": {"alert": "a", "interruption-level": "critical"}}"#, "critical-alerts"),
        (#"{"aps": {"alert": "a", "sound": {"critical": 1, "name": "default"}}}"#, "critical"),
        (#"{"aps": {"alert": "a", "content-available": 1}}"#, "remote-notification"),
        (
            #"{"Simulator Target Bundle": "com.example.other", "aps": {"alert": "a"}}"#,
            "com.example.other"
        ),
        (
            "---\ntopic: com.example.other.voip\n---\n{\"aps\": {}}", "com.example.other"
        ),
        (
            "---\ntype: pushtotalk\ntopic: com.example.corner.voip-ptt\n---\n{\"aps\": {}}",
            "push-to-talk"
        ),
        ("---\ntype: voip\n---\n{\"aps\": {}}", "voip"),
    ])
    func `a payload that needs something the app lacks is found`(text: String, message: String) {
        let all = found(text)
        #expect(all.count == 1, "\(all)")
        #expect(all.first?.message.contains(message) == true, "\(all)")
    }

    @Test(arguments: [
        (#"{"status": "x", "minutes": null}"#, "1", []), (#"{"status": "x"}"#, "1", []),
        (#"{"status": "x", "minutes": 1.0}"#, "1", []),
        (#"{"status": "x", "minutes": 1.5}"#, "1", ["activity-data-wrong-type"]),
        (#"{"status": null}"#, "1", ["activity-data-wrong-type"]),
        (#"{"status": true}"#, "1", ["activity-data-wrong-type"]),
        (#"{}"#, "1", ["activity-data-missing"]),
        (#"{"Status": "x"}"#, "1", ["activity-data-missing", "activity-data-unknown"]),
        (#"{"status": "x"}"#, "\"1\"", ["activity-data-wrong-type"]),
    ])
    func `the data of a Live Activity is checked against its structure`(
        state: String, order: String, rules: [String]
    ) {
        let text = Self.start.replacing("STATE", with: state).replacing("ORDER", with: order)
        #expect(found(text).map(\.rule).sorted() == rules)
    }

    @Test(arguments: [
        (#"{"aps": {"alert": "a", "sound": "default", "category": "MESSAGE"}}"#),
        (#"{"aps": {"alert": {"loc-key": "AT_THE_DOOR"}, "sound": "ding.caf"}}"#),
        (#"{"aps": {"alert": "a", "content-available": 0, "mutable-content": 0}}"#),
        (#"{"aps": {"alert": "a", "category": ""}}"#),
        (#"{"aps": {"alert": "a", "category": 7, "sound": 7, "interruption-level": 7}}"#),
        (#"{"aps": {"alert": {"loc-key": 7, "loc-args": 7}}}"#),
        (#"{"aps": {"alert": "a", "sound": {"critical": 0, "name": "ding.caf"}}}"#),
        ("---\ntopic: com.example.corner.push-type.liveactivity\n---\n{\"aps\": {}}"),
        ("---\ntopic:\n---\n{\"aps\": {\"alert\": \"a\"}}"),
        ("---\ntype: vooip\n---\n{\"aps\": {}}"),
    ])
    func `what the app supports, and what other rules check, causes no finding`(text: String) {
        #expect(found(text) == [])
    }

    /// Payloads in which the rules about an app have findings for the sample app.
    private static let wrongs = LintRule.table.map(\.about)
        .filter { SampleLintApp.isNeeded(by: $0.id) }.map(\.wrong.text)

    @Test(arguments: wrongs)
    func `unknown facts about the app lead to no findings`(text: String) {
        var context = LintContext()
        for app in [nil, LintApp(name: "Corner")] {
            context.app = app
            let all = PayloadLinter().lint(SourceText(name: "a", text: text), context: context)
            #expect(all.filter { SampleLintApp.isNeeded(by: $0.rule) } == [])
        }
    }

    @Test func `a payload for another app has only the finding about its topic`() {
        let all = found(
            """
            ---
            topic: com.example.other
            ---
            {"aps": {"alert": "a", "category": "X", "sound": "x.caf", "mutable-content": 1}}
            """)
        #expect(all.map(\.rule) == ["topic-of-another-app"])
    }

    @Test func `an update is not checked if the app has several Live Activities`() {
        let text = #"{"aps": {"timestamp": 1, "event": "update", "content-state": {"x": 1}}}"#
        #expect(!found(text).isEmpty)
        #expect(
            found(text) {
                $0.activities?["Other"] = LintApp.Activity(attributes: [], contentState: [])
            }
                == [])
        #expect(
            found(text) {
                $0.activities = ["Own": LintApp.Activity(attributes: nil, contentState: nil)]
            } == [])
    }

    @Test(arguments: [
        ("Date", "1.5", true), ("Date", "\"2026\"", false), ("[String]", "[]", true),
        ("[String: Int]", "{}", true), ("[String: Int]", "[]", false), ("[Int: Int]", "7", true),
        ("URL?", "null", true), ("URL", "7", false), ("UUID", "\"x\"", true), ("Bool", "1", false),
        ("Status", "7", true), ("Set<String>", "7", true), ("Foundation.Date", "\"x\"", false),
        ("Double", "1", true), ("CGFloat?", "\"1\"", false),
    ])
    func `a JSON value is checked against the Swift type of its property`(
        type: String, value: String, isAccepted: Bool
    ) {
        let text = Self.start.replacing("STATE", with: "{\"p\": \(value)}")
            .replacing("ORDER", with: "1")
        let all = found(text) {
            $0.activities?["DeliveryAttributes"]?.contentState = [
                .init(key: "p", type: type, isRequired: false)
            ]
        }
        #expect(all.isEmpty == isAccepted, "\(all)")
    }
}
