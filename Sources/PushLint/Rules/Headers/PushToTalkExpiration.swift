// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let pushToTalkExpiration = LintRule(
        "push-to-talk-expiration", .warning, "APNs may store this Push to Talk push",
        why: "With an expiration other than 0, APNs stores the push and may deliver it long after "
            + "the speaker has finished.",
        remedy: "set apns-expiration to 0",
        wrong: """
            ---
            apns-push-type: pushtotalk
            apns-priority: 10
            apns-expiration: 1789207200
            ---
            {"aps": {}, "speaker": "Ada"}
            """,
        right: """
            ---
            apns-push-type: pushtotalk
            apns-priority: 10
            apns-expiration: 0
            ---
            {"aps": {}, "speaker": "Ada"}
            """,
        claim: .documented("Creating a Push to Talk app")
    ) { push, report in
        guard push.certainType == .pushtotalk, let expiration = push.statedExpiration,
            expiration != 0
        else { return }
        report.add(
            "apns-expiration is \(expiration), not 0", header: APNSHeader.expiration)
    }
}
