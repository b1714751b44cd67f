// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let firebaseKeyInApp = DoctorCheck(
        "firebase-key-in-app", .error, "the key of a service account is copied into the app",
        why: "Anyone who downloads the app can extract the key from the bundle, and send "
            + "notifications to every user of the Firebase project, or read its data.",
        remedy: "remove the file from the target, delete the key in Google's console, create a new "
            + "key, and store the new key on the server",
        wrong: RuleExample(.init("App/firebase-adminsdk.json", FirebaseKeyExample.text())),
        right: RuleExample(.init("App/config.json", #"{"project_id": "corner"}"#)),
        claim: .documented("Google, Best practices for managing service account keys")
    ) { project, report in
        for target in project.targets where target.product.isSigned {
            if !target.resourcePaths.isEmpty { report.markExamined(target.name) }
            let copied = Set(target.resourcePaths)
            for account in project.firebase.serviceAccounts where copied.contains(account.path) {
                report.add(
                    "\(target.name) contains the key of a service account",
                    at: Diagnostic.Location(file: account.path))
            }
        }
    }

    static let firebaseKeyInCheckout = DoctorCheck(
        "firebase-key-in-checkout", .warning, "the checkout contains the key of a service account",
        why: "Once committed, the key stays in the history. Anyone who can read the repository can "
            + "send notifications to every user of the Firebase project, or read its data.",
        remedy: "move the key out of the checkout; if it was ever committed, delete it in Google's "
            + "console and create a new key",
        wrong: RuleExample(.init("Server/firebase-adminsdk.json", FirebaseKeyExample.text())),
        right: RuleExample(.init("Server/README.md", "The key is in the server's secrets.")),
        claim: .documented("Google, Best practices for managing service account keys")
    ) { project, report in
        let copied = Set(project.targets.filter(\.product.isSigned).flatMap(\.resourcePaths))
        report.markExamined()
        for account in project.firebase.serviceAccounts
        where !copied.contains(account.path) && !isSamplePath(account.path) {
            // The location has no line, because a report would print the line, which may contain
            // the key.
            report.add(
                "the file has the private key of a service account",
                at: Diagnostic.Location(file: account.path))
        }
    }

    static let firebaseKeyTokenAddress = DoctorCheck(
        "firebase-key-token-uri", .error,
        "a service account has a token endpoint that is not Google's",
        why: "A sender signs an assertion with the key and sends it to token_uri. A server other "
            + "than Google's could exchange the assertion for an access token itself.",
        remedy: "download the key from Google's console again, and find out who changed the file",
        wrong: RuleExample(
            .init(
                "Server/firebase-adminsdk.json",
                FirebaseKeyExample.text(tokenAddress: "https://oauth2.example.com/token"))),
        right: RuleExample(.init("Server/README.md", "The key is in the server's secrets.")),
        claim: .documented("Google, Using OAuth 2.0 for server to server applications")
    ) { project, report in
        for account in project.firebase.serviceAccounts {
            report.markExamined(account.path)
            guard let address = account.tokenAddress, !googleTokenAddresses.contains(address)
            else { continue }
            report.add(
                "token_uri is \(String(address.prefix(80)).printable), which is not Google's",
                at: Diagnostic.Location(file: account.path))
        }
    }

    /// The token endpoints that Google has put into key files.
    private static let googleTokenAddresses: Set = [
        "https://oauth2.googleapis.com/token", "https://accounts.google.com/o/oauth2/token",
        "https://www.googleapis.com/oauth2/v4/token",
    ]
}

/// Code shared by several examples about keys of service accounts.
enum FirebaseKeyExample {
    /// Returns the text of a key file that contains no real key.
    static func text(tokenAddress: String = "https://oauth2.googleapis.com/token") -> String {
        """
        {
          "type": "service_account",
          "project_id": "corner",
          "private_key": "(a PRIVATE KEY)",
          "client_email": "sender@corner.iam.gserviceaccount.com",
          "token_uri": "\(tokenAddress)"
        }
        """
    }
}
