// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let backgroundPriorityUnsaid = LintRule(
        "background-priority-unsaid", .note, "a background push without a priority",
        why: "Without the header, APNs assumes priority 10, which is an error for background "
            + "pushes according to Apple. Bellhop adds priority 5 when it sends; other senders may "
            + "not.",
        remedy: "add apns-priority: 5",
        wrong: """
            ---
            apns-push-type: background
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
        claim: .documented("Sending notification requests to APNs")
    ) { push, report in
        guard push.statedType == .background, !push.isPriorityGiven else { return }
        report.add("there is no apns-priority, so APNs assumes 10", header: APNSHeader.pushType)
    }
}
