// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import Diagnostics

/// A check of a sender's credentials and environment: its row and its action.
public struct CredentialCheck: Sendable {
    public let about: DiagnosticRule
    let check: @Sendable (CredentialFacts, inout DoctorReport) -> Void

    /// - Parameters:
    ///   - wrong: a command line that shows the problem.
    ///   - right: one that does not.
    init(
        _ id: String, _ severity: Severity, _ title: String, why: String, remedy: String,
        wrong: String, right: String, claim: Claim,
        check: @escaping @Sendable (CredentialFacts, inout DoctorReport) -> Void
    ) {
        about = DiagnosticRule(
            id: id, severity: severity, title: title, why: why, remedy: remedy,
            wrong: RuleExample(.init("command", wrong)),
            right: RuleExample(.init("command", right)), claim: claim)
        self.check = check
    }
}

extension CredentialCheck {
    /// All checks, in the order in which they affect a request.
    public static let table: [CredentialCheck] = [
        keyUnusable, keyIdentifier, providerToken, certificateUnusable, certificateExpiry,
        certificateEnvironment, certificateTopic, topicForm, deviceTokenForm, environmentMismatch,
        clockSkew, hostUnreachable, liveRequest,
    ]
}

extension ProjectExamination {
    /// Examines a sender's credentials and environment.
    public init(
        of facts: CredentialFacts, checks: [CredentialCheck] = CredentialCheck.table
    ) {
        var report = DoctorReport()
        for check in checks {
            report.results.append(DoctorResult(check: check.about))
            check.check(facts, &report)
        }
        self.init(results: report.results, problems: [])
    }
}
