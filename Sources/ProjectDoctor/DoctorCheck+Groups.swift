// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

extension DoctorCheck {
    /// The descriptions of all checks for reference pages. They are grouped by subject, like the
    /// folders of the source files.
    package static let groups: [(title: String, rules: [DiagnosticRule])] = [
        ("Entitlements, Info.plist and profiles", declarationChecks.map(\.about)),
        ("Extensions", extensionChecks.map(\.about)),
        ("Code", codeChecks.map(\.about)),
        ("Credentials", CredentialCheck.table.map(\.about)),
    ]
}
