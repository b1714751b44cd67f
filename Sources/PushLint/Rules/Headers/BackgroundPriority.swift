// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let backgroundPriority = LintRule(
        "background-priority", .error, "a background push with priority 10",
        why: "Background pushes must have priority 5. According to Apple, priority 10 is an error "
            + "for them: APNs may reject the notification, and the device may delay it.",
        remedy: "set apns-priority to 5",
        wrong: """
            ---
            apns-push-type: background
            apns-priority: 10
            ---
            {"aps": {"content-available": 1}, "feed": "news"}
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
        guard push.effectiveType == .background, push.statedPriority == .immediate else { return }
        report.add(
            "the priority is 10, but background pushes must have priority "
                + "5", header: APNSHeader.priority)
    }
}
