// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// A rule: its description, and the check that looks for the problem.
///
/// Lint has rules about payloads, and the doctor has rules about checkouts and credentials. The two
/// kinds of rules examine different subjects, and add their findings to different reports.
public protocol Rule: Sendable {
    /// The type of the value that the rule examines.
    associatedtype Subject
    /// The type to which the rule adds findings.
    associatedtype Report

    /// The description of the rule.
    var about: DiagnosticRule { get }
    /// Examines a subject and adds findings to a report.
    var check: @Sendable (Subject, inout Report) -> Void { get }

    init(about: DiagnosticRule, check: @escaping @Sendable (Subject, inout Report) -> Void)
}

extension Rule {
    /// - Parameters:
    ///   - wrong: files that have the problem. A test verifies that the check finds it.
    ///   - right: the same files after the fix. The check must have no findings in them.
    public init(
        _ id: String, _ severity: Severity, _ title: String, why: String, remedy: String,
        wrong: RuleExample, right: RuleExample, claim: Claim,
        check: @escaping @Sendable (Subject, inout Report) -> Void
    ) {
        self.init(
            about: DiagnosticRule(
                id: id, severity: severity, title: title, why: why, remedy: remedy, wrong: wrong,
                right: right, claim: claim),
            check: check)
    }
}
