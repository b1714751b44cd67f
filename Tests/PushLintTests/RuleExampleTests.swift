// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import PushLint
import Testing

/// Every rule, including those of the reader. The rule whose example would be too long has a test
/// of its own.
private let rules = LintRule.rows.filter { $0.id != "payload-file-too-large" }

@Test(arguments: rules)
func `a rule finds the problem in its wrong example`(rule: DiagnosticRule) {
    #expect(lint(rule.wrong, of: rule).contains { $0.rule == rule.id })
}

@Test(arguments: rules)
func `a rule finds nothing in its correct example`(rule: DiagnosticRule) {
    #expect(lint(rule.right, of: rule).filter { $0.rule == rule.id } == [])
}

@Test(arguments: LintRule.rows)
func `the correct example of a rule has no error and no warning`(rule: DiagnosticRule) {
    #expect(lint(rule.right, of: rule).filter { $0.severity > .note } == [])
}

@Test func `rules have different identifiers`() {
    let ids = LintRule.rows.map(\.id)
    #expect(Set(ids).count == ids.count)
}

/// The findings in each file of an example and in all of them together. The files contain their own
/// headers; for rules about an app, they are checked against the sample app.
private func lint(_ example: RuleExample, of rule: DiagnosticRule) -> [Diagnostic] {
    var context = LintContext()
    if SampleLintApp.isNeeded(by: rule.id) { context.app = SampleLintApp.app }
    var folder = FolderLinter()
    var found: [Diagnostic] = []
    for file in example.files {
        let source = SourceText(name: file.path, text: file.text)
        let result = PayloadLinter().examine(source, context: context)
        found += result.diagnostics
        if let traits = result.traits { folder.add(traits) }
    }
    return found + folder.findings(in: "example")
}
