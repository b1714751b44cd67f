// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import AppProject
import Diagnostics
import Foundation
import ProjectDoctor
import Testing

private let checks = DoctorCheck.table.map(\.about)

@Test(arguments: checks)
func `a check finds the problem in its wrong example`(check: DiagnosticRule) {
    // Only this check runs: findings of other checks in the example do not matter.
    let alone = DoctorCheck.table.filter { $0.about.id == check.id }
    #expect(examine(check.wrong, alone).contains { $0.rule == check.id })
}

@Test(arguments: checks)
func `in the correct example of a check, the check finds nothing, and no other check warns`(
    check: DiagnosticRule
) {
    #expect(examine(check.right).filter { $0.severity > .note || $0.rule == check.id } == [])
}

@Test func `the correct sample app passes every check`() {
    #expect(examine(RuleExample()).filter { $0.severity > .note } == [])
}

private func examine(
    _ example: RuleExample, _ checks: [DoctorCheck] = DoctorCheck.table
) -> [Diagnostic] {
    // A day in 2026, for which the examples of profiles are written.
    ProjectExamination(
        of: ProjectReader.read(SampleApp.files(with: example)), checks: checks,
        now: Date(timeIntervalSince1970: 1_780_000_000)
    ).diagnostics
}
