// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import Diagnostics

/// A rule about the credentials and environment that a sender would use.
package struct CredentialCheck: Rule {
    package let about: DiagnosticRule
    package let check: @Sendable (CredentialFacts, inout DoctorReport) -> Void

    package init(
        about: DiagnosticRule,
        check: @escaping @Sendable (CredentialFacts, inout DoctorReport) -> Void
    ) {
        self.about = about
        self.check = check
    }

    /// - Parameters:
    ///   - wrong: a command line that has the problem.
    ///   - right: the command line without the problem.
    init(
        _ id: String, _ severity: Severity, _ title: String, why: String, remedy: String,
        wrong: String, right: String, claim: Claim,
        check: @escaping @Sendable (CredentialFacts, inout DoctorReport) -> Void
    ) {
        self.init(
            id, severity, title, why: why, remedy: remedy,
            wrong: RuleExample(.init("command", wrong)),
            right: RuleExample(.init("command", right)), claim: claim, check: check)
    }
}

extension CredentialCheck {
    /// All checks, in the order in which they affect a request.
    package static let table: [CredentialCheck] = [
        keyUnusable, keyIdentifier, providerToken, certificateUnusable, certificateExpiry,
        certificateEnvironment, certificateTopic, serviceAccountUnusable, serviceAccountProject,
        topicForm, deviceTokenForm, environmentMismatch,
        clockSkew, hostUnreachable, liveRequest,
    ]
}

extension ProjectExamination {
    /// Examines the credentials and the environment of a sender.
    package init(
        of facts: CredentialFacts, checks: [CredentialCheck] = CredentialCheck.table
    ) {
        self.init(of: facts, rules: checks)
    }
}
