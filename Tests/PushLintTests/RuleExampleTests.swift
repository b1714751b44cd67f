// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import PushLint
import Testing

/// Every rule, those of the reader too, but the one whose example would fill pages: it has a test
/// of its own.
private let rules = LintRule.rows.filter { $0.id != "payload-file-too-large" }

@Test(arguments: rules)
func `a rule finds the fault in its wrong example`(rule: DiagnosticRule) {
    #expect(lint(rule.wrong).contains { $0.rule == rule.id })
}

@Test(arguments: rules)
func `a rule finds nothing in its right example`(rule: DiagnosticRule) {
    #expect(lint(rule.right).filter { $0.rule == rule.id } == [])
}

@Test(arguments: LintRule.rows)
func `the right example of a rule has no fault at all`(rule: DiagnosticRule) {
    #expect(lint(rule.right).filter { $0.severity > .note } == [])
}

@Test func `rules have different identifiers`() {
    let ids = LintRule.rows.map(\.id)
    #expect(Set(ids).count == ids.count)
}

/// The findings in an example, which carries its headers itself.
private func lint(_ example: RuleExample) -> [Diagnostic] {
    PayloadLinter().lint(SourceText(name: "payload.apns", text: example.text))
}
