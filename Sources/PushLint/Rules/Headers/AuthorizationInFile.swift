// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let authorizationInFile = LintRule(
        "authorization-in-file", .warning, "a provider token is kept beside a payload",
        why: "Who has the token may send to every user of the app until it expires, and it "
            + "expires after an hour. Files get into repositories and logs.",
        remedy: "remove the line; give the key to the sender by its own options",
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
        report.add("the header authorization is given", header: APNSHeader.authorization)
        report.hideLast()
    }
}
