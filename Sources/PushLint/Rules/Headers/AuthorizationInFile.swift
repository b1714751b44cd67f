// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let authorizationInFile = LintRule(
        "authorization-in-file", .warning, "a provider token is stored with a payload",
        why: "Anyone who has the token can send to every user of the app until the token expires, "
            + "an hour after it was created. Files end up in repositories and logs.",
        remedy: "remove the line, and configure the key in the program that sends",
        wrong: """
            ---
            apns-push-type: alert
            authorization: bearer provider-token
            ---
            {"aps": {"alert": "Your parcel is here"}}
            """,
        right: """
            ---
            apns-push-type: alert
            ---
            {"aps": {"alert": "Your parcel is here"}}
            """,
        claim: .documented("Establishing a token-based connection to APNs")
    ) { push, report in
        guard push.value(of: APNSHeader.authorization) != nil else { return }
        report.add("the payload has an authorization header", header: APNSHeader.authorization)
        report.hideLast()
    }
}
