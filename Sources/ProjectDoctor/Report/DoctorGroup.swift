// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Diagnostics

/// Checks that stand together in reports and on pages.
public struct DoctorGroup: Sendable {
    /// For instance `Declarations`.
    public let title: String
    public let checks: [DiagnosticRule]

    /// Every check, those of credentials too.
    public static let table: [DoctorGroup] = [
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
