// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let backgroundWithoutWake = LintRule(
        "background-without-content-available", .error,
        "a background push without content-available",
        why: "The key content-available with the value 1 wakes the app. Without this key, a "
            + "background push does nothing.",
        remedy: "add \"content-available\": 1 to aps",
        wrong: """
            ---
            apns-push-type: background
            apns-priority: 5
            ---
            {"aps": {}, "feed": "news"}
            """,
        right: """
            ---
            apns-push-type: background
            apns-priority: 5
            ---
            {"aps": {"content-available": 1}, "feed": "news"}
            """,
        claim: .documented("Pushing background updates to your App")
    ) { push, report in
        guard push.statedType == .background, let aps = push.aps else { return }
        if push.payload.aps?.contentAvailable == false, let member = push[.contentAvailable] {
            report.add("content-available is 0, so the push does not wake the app", at: member)
        } else if push.lacks(.contentAvailable),
            !push.members.contains(where: {
                KeySpelling.isNearMiss($0.key, of: APSKey.contentAvailable.rawValue)
            })
        {
            report.add("aps has no content-available", at: aps)
        }
    }
}
