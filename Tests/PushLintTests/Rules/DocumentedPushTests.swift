// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import PushLint
import Testing

/// The bodies that Apple's pages allow, for each push type.
private let bodies: [PushType: [String]] = [
    .alert: [
        Body.alert,
        #"{"aps": {"alert": {"title": "Ada", "subtitle": "Plan", "body": "See you at 7"}}}"#,
        #"{"aps": {"alert": {"loc-key": "INVITE", "loc-args": ["Ada"]}, "sound": "bell.caf"}}"#,
        #"{"aps": {"badge": 3}}"#, #"{"aps": {"badge": 0, "sound": "default"}}"#,
        #"{"aps": {"alert": {"title": "Ada"}, "mutable-content": 1}, "sealed": "YWJj"}"#,
        #"{"aps": {"alert": "Hello", "content-available": 1}, "order": {"id": 4711}}"#,
    ],
    .background: [
        Body.silent, #"{"aps": {"content-available": 1}, "event": "x", "list": [1, 2]}"#,
    ],
    .voip: [Body.call, "{}", #"{"aps": {}, "caller": "Ada", "phone": "+4930123456"}"#],
    .complication: [#"{"aps": {}, "steps": 4711}"#, #"{"steps": 4711}"#],
    .fileprovider: [
        #"{"container-identifier": "NSFileProviderRootContainerItemIdentifier", "domain": "d"}"#
    ],
    .mdm: [#"{"mdm": "F0E1D2C3-0000-4000-8000-000000000000"}"#],
    .location: [#"{"aps": {}}"#, "{}"],
    .liveactivity: [
        Body.update, Body.activity("end"), Body.activity("end", #""dismissal-date": 1750003600"#),
        Body.activity("start", Body.startMembers),
        Body.activity("start", Body.startMembers + #", "input-push-token": 1"#),
        Body.activity("start", Body.startMembers + #", "input-push-channel": "YWJjZA==""#),
        Body.activity("update", #""stale-date": 1750003600, "relevance-score": 100"#),
        Body.activity(
            "update",
            #""alert": {"title": {"loc-key": "T", "loc-args": ["a"]}, "#
                + #""body": {"loc-key": "B"}, "sound": "bell.aiff"}"#),
    ],
    .pushtotalk: [#"{"aps": {}, "speaker": "Ada"}"#, #"{"speaker": "Ada"}"#],
    .widgets: [#"{"aps": {"content-changed": true}}"#],
    .controls: [#"{"aps": {"content-changed": true}}"#],
]

/// A push for each push type, priority of the type and body, with the topic of the type.
private let pushes: [String] = PushType.allCases.flatMap { type in
    type.traits.priorities.flatMap { priority in
        (bodies[type] ?? []).map { body in
            RuleCase.push(
                [
                    "apns-push-type: \(type.rawValue)",
                    "apns-topic: "
                        + (type == .mdm
                            ? "com.apple.mgmt.External.1f0c2b6e"
                            : "com.example.app" + type.traits.topicSuffix),
                    "apns-priority: \(priority.rawValue)",
                    "apns-expiration: \(type == .pushtotalk ? "0" : "1750001800")",
                    "apns-collapse-id: order-4711",
                    "apns-id: 1f0c2b6e-5d1a-4c3e-9b7a-0a8f3f9d2c11",
                ], body)
        }
    }
}

/// Warnings that a documented push may get nevertheless: Apple allows other priorities, and the
/// rule only advises against them.
private let advice: Set<String> = ["push-to-talk-priority"]

@Test(arguments: pushes)
func `a documented push has no error and no warning`(push: String) {
    let problems = RuleCase.findings(in: push).filter {
        $0.severity > .note && !advice.contains($0.rule)
    }
    #expect(problems == [])
}

/// Without a push type, an empty `aps` is not known to be intended.
private let unclearBodies: Set = [#"{"aps": {}}"#]

@Test(arguments: Set(bodies.values.joined()).subtracting(unclearBodies).sorted())
func `a documented body has no error and no warning without headers`(body: String) {
    // An empty aps is valid for a location push, but the headers are needed to recognize one.
    let justified = body == #"{"aps": {}}"# ? ["nothing-to-show"] : []
    let findings = RuleCase.findings(in: body, file: "push.json")
    #expect(findings.filter { $0.severity > .note }.map(\.rule) == justified)
}

@Test func `every push type has a documented body`() {
    #expect(Set(bodies.keys) == Set(PushType.allCases))
    #expect(pushes.count > 50)
}
