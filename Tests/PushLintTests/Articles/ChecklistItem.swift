// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import PushLint
import Testing

/// An item of the checklists from which developers learn push notifications: a push that has the
/// problem, and the same push without it.
struct ChecklistItem: Sendable, CustomTestStringConvertible {
    let name: String
    let rule: String
    let wrong: String
    let right: String
    /// Whether the push is checked against ``SampleLintApp``.
    var needsApp = false

    init(_ name: String, _ rule: String, wrong: String, right: String) {
        self.name = name
        self.rule = rule
        self.wrong = wrong
        self.right = right
        needsApp = SampleLintApp.isNeeded(by: rule)
    }

    var testDescription: String { "\(name) (\(rule))" }

    func findings(in text: String) -> [Diagnostic] {
        var context = LintContext()
        if needsApp { context.app = SampleLintApp.app }
        return RuleCase.findings(in: text, context: context)
    }
}

/// An alert with further members of `aps`, and with members next to `aps`.
func alert(
    _ aps: String = "", beside: String = "", headers: String = "",
    text: String = #"{"title": "Order 4711", "body": "It is ready"}"#
) -> String {
    let body =
        "{\"aps\": {\"alert\": \(text)" + (aps.isEmpty ? "" : ", " + aps) + "}"
        + (beside.isEmpty ? "" : ", " + beside) + "}"
    return headers.isEmpty ? body : "---\n\(headers)\n---\n\(body)"
}

/// A background push with members of `aps` after `content-available`.
func silent(
    _ aps: String = "", headers: String = "apns-push-type: background\napns-priority: 5"
) -> String {
    "---\n\(headers)\n---\n{\"aps\": {\"content-available\": 1"
        + (aps.isEmpty ? "" : ", " + aps) + "}, \"feed\": \"news\"}"
}

/// A Live Activity push with members of `aps` in addition to event, timestamp and state.
func activity(_ event: String, _ aps: String = "", headers: String = "") -> String {
    let lines = "apns-push-type: liveactivity" + (headers.isEmpty ? "" : "\n" + headers)
    return "---\n\(lines)\n---\n" + Body.activity(event, aps)
}
