// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import PushLint
import Testing

/// A push, and whether a rule has to find something in it.
struct RuleCase: Sendable, CustomTestStringConvertible {
    let rule: String
    let finds: Bool
    let text: String

    /// A push in which the rule finds something.
    static func wrong(_ rule: String, _ headers: [String] = [], _ body: String) -> RuleCase {
        RuleCase(rule: rule, finds: true, text: push(headers, body))
    }

    /// A push in which the rule finds nothing.
    static func fine(_ rule: String, _ headers: [String] = [], _ body: String) -> RuleCase {
        RuleCase(rule: rule, finds: false, text: push(headers, body))
    }

    /// A payload file with headers, for instance `priority: 5`.
    static func push(_ headers: [String], _ body: String) -> String {
        headers.isEmpty ? body : "---\n" + headers.joined(separator: "\n") + "\n---\n" + body
    }

    var testDescription: String { "\(rule) \(finds ? "in" : "not in") \(text.prefix(300))" }

    /// The findings of the rule.
    var findings: [Diagnostic] { Self.findings(in: text).filter { $0.rule == rule } }

    /// Returns the findings of all rules.
    static func findings(
        in text: String, file: String = "push.apns", context: LintContext = LintContext()
    ) -> [Diagnostic] {
        PayloadLinter().lint(SourceText(name: file, text: text), context: context)
    }

    /// Checks that the rule exists and finds, or does not find, something.
    func check(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(LintRule.rows.contains { $0.id == rule }, sourceLocation: sourceLocation)
        #expect(
            findings.isEmpty == !finds, "\(Self.findings(in: text))",
            sourceLocation: sourceLocation)
    }
}

/// Bodies that several tables use.
enum Body {
    static let alert = #"{"aps": {"alert": "Your parcel is here"}}"#
    static let silent = #"{"aps": {"content-available": 1}, "feed": "news"}"#
    static let call = #"{"caller": "Ada", "call": "4711"}"#
    static let update =
        #"{"aps": {"timestamp": 1750000000, "event": "update", "content-state": {"minutes": 12}}}"#

    /// Returns a payload for a Live Activity with further members of `aps`, for instance
    /// `"stale-date": 1`.
    static func activity(_ event: String, _ more: String = "") -> String {
        #"{"aps": {"timestamp": 1750000000, "event": "\#(event)", "content-state": {"a": 1}"#
            + (more.isEmpty ? "" : ", " + more) + "}}"
    }

    static let startMembers =
        #""attributes-type": "Delivery", "attributes": {"order": 4711}, "#
        + #""alert": {"title": "On its way", "body": "12 minutes to go"}"#
}
