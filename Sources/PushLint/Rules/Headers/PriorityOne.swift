// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let priorityOne = LintRule(
        "priority-1", .note, "priority 1 never wakes the device",
        why: "With priority 1, saving power is more important than delivery: the notification "
            + "waits until the device is awake for another reason.",
        remedy: "no change is needed if the notification is not urgent; the usual priority for "
            + "such notifications is 5",
        wrong: """
            ---
            apns-push-type: alert
            apns-priority: 1
            ---
            {"aps": {"alert": "12 new articles"}}
            """,
        right: """
            ---
            apns-push-type: alert
            apns-priority: 5
            ---
            {"aps": {"alert": "12 new articles"}}
            """,
        claim: .documented("Sending notification requests to APNs")
    ) { push, report in
        guard push.statedPriority == .powerFirst, push.effectiveType == .alert, push.isVisible
        else { return }
        report.add("the priority is 1", header: APNSHeader.priority)
    }
}
