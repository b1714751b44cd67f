// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import FCM

extension CredentialCheck {
    static let serviceAccountUnusable = CredentialCheck(
        "service-account-unusable", .error, "the key of a service account cannot be used for FCM",
        why: "A sender signs an assertion with the RSA key of a service account, and exchanges it "
            + "for an access token at token_uri, which is Google's. An app's configuration "
            + "and server keys of the legacy API are not service account keys.",
        remedy: "create a private key in the Firebase console under Project settings, Service "
            + "accounts",
        wrong: "bellhop doctor --fcm google-services.json",
        right: "bellhop doctor --fcm service-account.json",
        claim: .documented("Firebase, Authorize send requests")
    ) { facts, report in
        guard let file = facts.serviceAccountFile else { return }
        report.markExamined(file.path)
        if case .failure(let problem) = file.account {
            report.add(
                problem.description, at: Diagnostic.Location(file: file.path), remedy: "")
        }
    }

    static let serviceAccountProject = CredentialCheck(
        "service-account-project", .error,
        "the key of a service account belongs to another project",
        why: "A registration token belongs to the Firebase project of the app's "
            + "GoogleService-Info.plist. If a sender uses the key of another project, FCM "
            + "returns SENDER_ID_MISMATCH.",
        remedy: "create a private key in the project of the app, or use the app's configuration of "
            + "the key's project",
        wrong: "bellhop doctor App --fcm other-project.json",
        right: "bellhop doctor App --fcm service-account.json",
        claim: .documented("Firebase, REST Resource: ErrorCode")
    ) { facts, report in
        guard case .success(let account)? = facts.serviceAccountFile?.account,
            let path = facts.serviceAccountFile?.path, !facts.firebaseProjects.isEmpty
        else { return }
        report.markExamined("project \(account.projectID)")
        guard !facts.firebaseProjects.contains(account.projectID) else { return }
        let apps = facts.firebaseProjects.sorted().joined(separator: ", ").printable
        report.add(
            "the key belongs to the project \(account.projectID), but the app's project is \(apps)",
            at: Diagnostic.Location(file: path))
    }
}
