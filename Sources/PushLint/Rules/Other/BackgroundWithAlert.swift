// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let backgroundWithAlert = LintRule(
        "background-with-alert", .error, "a background push with an alert, a sound or a badge",
        why: "A background push must not have an alert, a sound or a badge: the push type must "
            + "match the payload, or APNs may reject the notification, delay it or drop it.",
        remedy: "send it with apns-push-type alert, or remove the alert, the sound and the badge",
        wrong: """
            ---
            apns-push-type: background
            apns-priority: 5
            ---
            {"aps": {"content-available": 1, "alert": "Your parcel is here"}}
            """,
        right: """
            ---
            apns-push-type: background
            apns-priority: 5
            ---
            {"aps": {"content-available": 1}, "parcel": "arrived"}
            """,
        claim: .documented("Pushing background updates to your App")
    ) { push, report in
        guard push.statedType == .background else { return }
        for key in LintSubject.visibleKeys {
            guard let member = push.first(of: [key]) else { continue }
            report.add("a background push must not have the key \(key.rawValue)", at: member)
        }
    }
}
