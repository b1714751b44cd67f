// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import Diagnostics

/// Checks payloads against Apple's rules.
///
///     let findings = PayloadLinter().lint(SourceText(name: "hello.apns", text: text))
///
/// The type has no mutable state, so any number of tasks may use the same value concurrently.
public struct PayloadLinter: Sendable {
    /// The rules to apply.
    public let rules: [LintRule]

    public init(rules: [LintRule] = LintRule.table) { self.rules = rules }

    /// Returns all findings in one payload, ordered by position.
    public func lint(_ source: SourceText, context: LintContext = LintContext()) -> [Diagnostic] {
        check(source, context: context).diagnostics
    }

    /// Returns all findings, and the payload in the form that rules examine. The payload is `nil`
    /// if it cannot be read.
    func check(
        _ source: SourceText, context: LintContext
    ) -> (subject: LintSubject?, diagnostics: [Diagnostic]) {
        let frontMatter = FrontMatter(reading: source.bytes)
        let document = LintDocument(reading: source, from: frontMatter.bodyOffset)
        var diagnostics = document.diagnostics
        let subject = document.root.map {
            LintSubject(source: source, frontMatter: frontMatter, root: $0, context: context)
        }
        if let subject {
            // If the reader had to guess a value, the reader's own finding about that value is
            // sufficient.
            diagnostics += lint(subject).filter {
                !document.doubtfulKeyPaths.contains($0.location.keyPath)
            }
        }
        return (subject, diagnostics.sorted(by: Self.comesBefore))
    }

    private func lint(_ subject: LintSubject) -> [Diagnostic] {
        var report = LintReport(subject, rules: rules)
        // If a body is meant for another service, one finding is reported instead of a finding for
        // each key.
        let isForeign = ForeignFormat(subject) != nil
        for index in rules.indices
        where !isForeign || rules[index].about.id == LintRule.foreignFormat.about.id {
            report.ruleIndex = index
            rules[index].check(subject, &report)
        }
        return report.diagnostics
    }

    private static func comesBefore(_ a: Diagnostic, _ b: Diagnostic) -> Bool {
        (a.location.range?.lowerBound ?? -1) < (b.location.range?.lowerBound ?? -1)
    }
}
