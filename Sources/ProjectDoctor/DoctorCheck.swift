// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import AppProject
package import Diagnostics

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A rule about an app's checkout.
package struct DoctorCheck: Rule {
    package let about: DiagnosticRule
    package let check: @Sendable (AppProject, inout DoctorReport) -> Void

    /// - Parameter check: examines the checkout. It calls ``DoctorReport/markExamined(_:)`` if the
    ///   checkout contains the subject of the rule, and ``DoctorReport/add(_:at:remedy:)`` for each
    ///   problem.
    package init(
        about: DiagnosticRule, check: @escaping @Sendable (AppProject, inout DoctorReport) -> Void
    ) {
        self.about = about
        self.check = check
    }
}

extension DoctorCheck {
    /// All checks, in the order in which a person should work through them: entitlement, host,
    /// token, permission, delegate and extensions.
    package static let table: [DoctorCheck] = declarationChecks + extensionChecks + codeChecks
}

/// The result of a check.
package struct DoctorResult: Sendable {
    package let check: DiagnosticRule
    /// Whether the checkout contains the subject of the check.
    package internal(set) var isApplicable = false
    /// A short description of what was examined, for instance `Corner (Debug, Release)`.
    package internal(set) var subject = ""
    package internal(set) var diagnostics: [Diagnostic] = []
}

/// Collects the findings of checks.
package struct DoctorReport: Sendable {
    var results: [DoctorResult] = []
    /// The time of the examination; `nil` skips checks that depend on the date.
    var now: Date?
    /// The code of the apps in the checkout. It is cached when a check first needs it.
    private var codeUnits: [CodeUnit]?

    /// Returns the code of each app, collected once for all checks.
    mutating func codeUnits(of project: AppProject) -> [CodeUnit] {
        if let codeUnits { return codeUnits }
        let units = project.codeUnits
        codeUnits = units
        return units
    }

    /// Records that the check applies, and the subject that it examined. The subjects of several
    /// calls are joined.
    mutating func markExamined(_ subject: String = "") {
        guard let last = results.indices.last else { return }
        results[last].isApplicable = true
        guard !subject.isEmpty, !results[last].subject.contains(subject) else { return }
        results[last].subject += (results[last].subject.isEmpty ? "" : ", ") + subject
    }

    /// Adds a finding. If the remedy or the severity is `nil`, the check's own value is used.
    ///
    /// - Parameter target: the target whose settings have to change. If it is given, the remedy
    ///   states where to change them.
    mutating func add(
        _ message: String, at location: Diagnostic.Location, remedy: String? = nil,
        severity: Severity? = nil, of target: AppTarget? = nil
    ) {
        guard let last = results.indices.last else { return }
        results[last].isApplicable = true
        let rule = results[last].check
        let remedy = remedy ?? rule.remedy
        let diagnostic = Diagnostic(
            rule: rule.id, severity: severity ?? rule.severity, message: message,
            remedy: target.map { $0.maker.adapted(remedy, at: location) } ?? remedy,
            location: location)
        guard !results[last].diagnostics.contains(diagnostic) else { return }
        results[last].diagnostics.append(diagnostic)
    }
}

/// The results of examining an app's checkout. The examination does not change the checkout.
package struct ProjectExamination: Sendable {
    /// One result for each check, in the order of ``DoctorCheck/table``.
    package let results: [DoctorResult]
    /// Findings for files that could not be read.
    package let problems: [Diagnostic]

    init(results: [DoctorResult], problems: [Diagnostic]) {
        self.results = results
        self.problems = problems
    }

    /// - Parameter now: the time used to decide whether provisioning profiles have expired; `nil`
    ///   skips findings that depend on the date.
    package init(
        of project: AppProject, checks: [DoctorCheck] = DoctorCheck.table, now: Date? = nil
    ) {
        self.init(of: project, rules: checks, now: now, problems: project.problems)
    }

    /// Runs all rules of one kind on a subject.
    init<Checks: Rule>(
        of subject: Checks.Subject, rules: [Checks], now: Date? = nil, problems: [Diagnostic] = []
    ) where Checks.Report == DoctorReport {
        var report = DoctorReport()
        report.now = now
        for rule in rules {
            report.results.append(DoctorResult(check: rule.about))
            rule.check(subject, &report)
        }
        self.init(results: report.results, problems: problems)
    }

    package var diagnostics: [Diagnostic] { problems + results.flatMap(\.diagnostics) }
}
