// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let signingKeyInApp = DoctorCheck(
        "signing-key-in-app", .error, "an APNs key is copied into the app",
        why: "Anyone who downloads the app can extract the key from the bundle and send "
            + "notifications to every app of the team.",
        remedy: "remove the key from the target, revoke it in the developer account, create a new "
            + "key, and store the new key on the server",
        wrong: RuleExample(.init("App/Keys/AuthKey_ABC123DEFG.p8", "(a private key)")),
        right: RuleExample(.init("App/Keys/README.md", "The key is on the server.")),
        claim: .documented("Establishing a token-based connection to APNs")
    ) { project, report in
        for target in project.targets where target.product.isSigned {
            if !target.resourcePaths.isEmpty { report.markExamined(target.name) }
            for path in target.resourcePaths where KeyFile(path)?.isForAPNs == true {
                report.add(
                    "\(target.name) contains an APNs key", at: Diagnostic.Location(file: path))
            }
        }
    }
}

/// A file that contains a private key, judging by its name.
struct KeyFile {
    /// Whether the name shows that the key is for APNs.
    let isForAPNs: Bool

    init?(_ path: String) {
        guard let name = path.split(separator: "/").last?.lowercased(),
            let ending = name.split(separator: ".").last, name.contains(".")
        else { return nil }
        switch ending {
        case "p8": isForAPNs = true
        case "p12", "pfx", "pem":
            // Apps may contain certificates for other purposes.
            isForAPNs = ["apns", "aps_", "aps-", "aps.", "push"].contains { name.contains($0) }
        default: return nil
        }
    }
}
