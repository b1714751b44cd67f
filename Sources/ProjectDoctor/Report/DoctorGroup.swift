// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// A group of checks in reports and on reference pages.
package struct DoctorGroup: Sendable {
    /// The title, for instance `Declarations`.
    package let title: String
    package let checks: [DiagnosticRule]

    /// All groups, including the group of credential checks.
    package static let table: [DoctorGroup] = [
        DoctorGroup("Declarations", DoctorCheck.declarationChecks.map(\.about)),
        DoctorGroup("Extensions", DoctorCheck.extensionChecks.map(\.about)),
        DoctorGroup("Code", DoctorCheck.codeChecks.map(\.about)),
        DoctorGroup("Credentials", CredentialCheck.table.map(\.about)),
    ]

    private init(_ title: String, _ checks: [DiagnosticRule]) {
        self.title = title
        self.checks = checks
    }
}
