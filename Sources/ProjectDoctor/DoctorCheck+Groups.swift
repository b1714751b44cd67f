// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

extension DoctorCheck {
    /// The descriptions of all checks for reference pages, grouped by subject,
    /// as their source folders are.
    package static let groups: [(title: String, rules: [DiagnosticRule])] = [
        ("Entitlements, Info.plist and profiles", declarationChecks.map(\.about)),
        ("Extensions", extensionChecks.map(\.about)),
        ("Code", codeChecks.map(\.about)),
        ("Credentials", CredentialCheck.table.map(\.about)),
    ]
}
