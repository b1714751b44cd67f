// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// A rule: its row in a table, and the check that looks for it.
///
/// Lint has rules over payloads, the doctor has rules over checkouts and over credentials. They
/// differ in what they examine and in where they put their findings.
public protocol Rule: Sendable {
    /// What is examined.
    associatedtype Subject
    /// Where findings go.
    associatedtype Report

    /// The row.
    var about: DiagnosticRule { get }
    /// Examines a subject and adds findings to a report.
    var check: @Sendable (Subject, inout Report) -> Void { get }

    init(about: DiagnosticRule, check: @escaping @Sendable (Subject, inout Report) -> Void)
}

extension Rule {
    /// - Parameters:
    ///   - wrong: files in which a test sees that the check finds something.
    ///   - right: the same files, fixed, in which the check finds nothing.
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
