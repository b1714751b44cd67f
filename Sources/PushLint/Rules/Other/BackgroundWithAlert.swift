// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let backgroundWithAlert = LintRule(
        "background-with-alert", .error, "a background push with alert, sound or badge",
        why: "A background push must not show, sound or badge anything: the push type has to agree "
            + "with the payload, or APNs may refuse the notification, delay it or drop it.",
        remedy: "send it with apns-push-type alert, or remove what is to be seen and heard",
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
            report.add("\(key.rawValue) in a background push", at: member)
        }
    }
}
