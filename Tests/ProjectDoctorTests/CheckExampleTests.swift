// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import AppProject
import Diagnostics
import Foundation
import ProjectDoctor
import Testing

private let checks = DoctorCheck.table.map(\.about)

@Test(arguments: checks)
func `a check finds the fault in its wrong example`(check: DiagnosticRule) {
    #expect(examine(check.wrong).contains { $0.rule == check.id })
}

@Test(arguments: checks)
func `a check finds nothing in its right example`(check: DiagnosticRule) {
    #expect(examine(check.right).filter { $0.rule == check.id } == [])
}

@Test(arguments: checks)
func `the right example of a check has no fault at all`(check: DiagnosticRule) {
    #expect(examine(check.right).filter { $0.severity > .note } == [])
}

@Test func `the healthy sample app passes every check`() {
    #expect(examine(RuleExample()).filter { $0.severity > .note } == [])
}

private func examine(_ example: RuleExample) -> [Diagnostic] {
    // 2026, as a day that the examples of profiles are about.
    ProjectExamination(
        of: ProjectReader.read(SampleApp.files(with: example)),
        now: Date(timeIntervalSince1970: 1_780_000_000)
    ).diagnostics
}
