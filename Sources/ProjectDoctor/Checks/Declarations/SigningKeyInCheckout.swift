// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let signingKeyInCheckout = DoctorCheck(
        "signing-key-in-checkout", .warning, "the checkout contains an APNs key",
        why: "Once committed, the key stays in the history. Anyone who can read the repository can "
            + "use it to send notifications to every app of the team.",
        remedy:
            "move the key out of the checkout; if the key was ever committed, revoke it and create "
            + "a new key",
        wrong: RuleExample(.init("Server/AuthKey_ABC123DEFG.p8", "(a private key)")),
        right: RuleExample(.init("Server/README.md", "The key is in the server's secrets.")),
        claim: .documented("Establishing a token-based connection to APNs")
    ) { project, report in
        let copied = Set(project.targets.filter(\.product.isSigned).flatMap(\.resourcePaths))
        report.markExamined()
        for path in project.paths where !copied.contains(path) && isDownloadedKey(path) {
            report.add(
                "the file's name is the name of an APNs key", at: Diagnostic.Location(file: path))
        }
        for path in project.server.signingKeys
        where !copied.contains(path) && !isDownloadedKey(path) && !isSamplePath(path) {
            // The location has no line, because a report would print the line, which may contain
            // the key.
            report.add(
                "the file has a private key in the format of APNs keys",
                at: Diagnostic.Location(file: path))
        }
    }

    /// Returns whether a path ends with a name such as `AuthKey_ABC123DEFG.p8`, which a file has
    /// when it is downloaded from the developer account. Tests are excluded because their keys are
    /// not real.
    private static func isDownloadedKey(_ path: String) -> Bool {
        let parts = path.split(separator: "/")
        guard let name = parts.last, name.hasPrefix("AuthKey_"), name.hasSuffix(".p8"),
            name.utf8.count == "AuthKey_ABC123DEFG.p8".utf8.count
        else { return false }
        return !isSamplePath(path)
    }

    /// Returns whether a file is in a folder of tests or examples, whose keys are not real.
    static func isSamplePath(_ path: String) -> Bool {
        let others = ["test", "fixture", "mock", "sample", "example"]
        return path.split(separator: "/").dropLast().contains { part in
            others.contains { part.lowercased().contains($0) }
        }
    }
}
