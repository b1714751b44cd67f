// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import Diagnostics

/// A rule about a payload and its headers.
public struct LintRule: Rule {
    public let about: DiagnosticRule
    public let check: @Sendable (LintSubject, inout LintReport) -> Void

    public init(
        about: DiagnosticRule, check: @escaping @Sendable (LintSubject, inout LintReport) -> Void
    ) {
        self.about = about
        self.check = check
    }
}

extension LintRule {
    /// All rules for single payloads, in the order in which findings at the same position are
    /// shown.
    public static let table: [LintRule] =
        shapeRules + alertRules + headerRules + activityRules + otherRules + appRules

    /// The descriptions of all rules, including the rules of the JSON reader, which have no
    /// separate check, and the rules for many payloads.
    public static let rows: [DiagnosticRule] =
        JSONSyntaxRule.rows + table.map(\.about) + FolderRule.table.map(\.about)
}

/// Collects the findings of the rules in one payload.
public struct LintReport: Sendable {
    let subject: LintSubject
    private let rules: [LintRule]
    /// The index of the rule that is running. Storing a copy of the rule would cost more than most
    /// checks.
    var ruleIndex = 0
    public internal(set) var diagnostics: [Diagnostic] = []

    init(_ subject: LintSubject, rules: [LintRule]) {
        self.subject = subject
        self.rules = rules
    }

    /// The rule that is running.
    var rule: DiagnosticRule { rules[ruleIndex].about }

    /// Adds a finding at a range of the text. If `remedy` is `nil`, the rule's own remedy is used.
    mutating func add(
        _ message: String, at range: Range<Int>?, remedy: String? = nil, fix: TextFix? = nil
    ) {
        let keyPath = range.map { subject.keyPath(to: $0) } ?? ""
        add(
            message, location: subject.source.location(range, keyPath: keyPath), remedy: remedy,
            fix: fix)
    }

    /// Adds a finding at a value.
    mutating func add(
        _ message: String, at node: JSONNode, remedy: String? = nil, fix: TextFix? = nil
    ) {
        add(message, at: node.range, remedy: remedy, fix: fix)
    }

    /// Adds a finding at the key of a member.
    mutating func add(
        _ message: String, at member: JSONNode.Member, remedy: String? = nil, fix: TextFix? = nil
    ) {
        add(message, at: member.keyRange, remedy: remedy, fix: fix)
    }

    /// Adds a finding at a header, or at the start of the payload if the header is absent.
    mutating func add(
        _ message: String, header name: String, remedy: String? = nil, fix: TextFix? = nil
    ) {
        add(
            message,
            location: subject.headers[name]?.location
                ?? subject.source.location(subject.root.range.prefix(1)),
            remedy: remedy, fix: fix)
    }

    private mutating func add(
        _ message: String, location: Diagnostic.Location, remedy: String?, fix: TextFix?
    ) {
        diagnostics.append(
            Diagnostic(
                rule: rule.id, severity: rule.severity, message: message,
                remedy: remedy ?? rule.remedy, location: location, fix: fix))
    }
}
