// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import ProjectDoctor
import Testing

/// A row of the reference page of the kit's self-check.
private struct SelfCheckRow: Sendable, CustomTestStringConvertible {
    let severity: String
    let id: String
    let title: String

    var testDescription: String { id }

    static let all: [SelfCheckRow] = {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../docs/reference/self-check.md")
        let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.contains("`") }
            .map { line in
                let cells = line.split(separator: "|").map {
                    $0.trimmingCharacters(in: .whitespaces)
                }
                return SelfCheckRow(
                    severity: cells[0], id: cells[1].replacing("`", with: ""), title: cells[2])
            }
    }()

    /// The checks that the doctor also has, under a name with hyphens instead of dots.
    static let shared = all.filter { check($0.id) != nil }

    static func check(_ id: String) -> DiagnosticRule? {
        DoctorGroup.table.flatMap(\.checks).first { $0.id == id.replacing(".", with: "-") }
    }
}

@Test func `eleven checks of the kit's self-check are also checks of the doctor`() {
    let shared = Set(SelfCheckRow.shared.map(\.id))
    #expect(
        shared.isSuperset(of: [
            "entitlement.aps-environment-missing", "entitlement.aps-environment-unknown",
            "background-mode.remote-notification-missing", "background-mode.fetch-missing",
            "background-task.not-permitted", "live-activities.not-declared",
            "extension.service-missing", "app-group.missing", "app-group.not-configured",
            "firebase.proxy-on", "firebase.apns-token-missing",
        ]))
}

@Test(arguments: SelfCheckRow.shared)
fileprivate func `a check has the same severity in the doctor and in the kit`(
    row: SelfCheckRow
) throws {
    let check = try #require(SelfCheckRow.check(row.id))
    #expect(check.severity.rawValue == row.severity)
}

@Test func `the identifiers of checks are unique`() {
    let ids = DoctorGroup.table.flatMap(\.checks).map(\.id)
    #expect(Set(ids).count == ids.count)
}
