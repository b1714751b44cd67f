// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let passivePriority = LintRule(
        "passive-with-priority-10", .warning, "a passive notification sent with priority 10",
        why: "A passive notification is added to the list without lighting up the screen, so "
            + "priority 10 only uses more power.",
        remedy: "send it with apns-priority 5",
        wrong: """
            ---
            apns-push-type: alert
            apns-priority: 10
            ---
            {"aps": {"alert": "12 new articles", "interruption-level": "passive"}}
            """,
        right: """
            ---
            apns-push-type: alert
            apns-priority: 5
            ---
            {"aps": {"alert": "12 new articles", "interruption-level": "passive"}}
            """,
        claim: .documented("UNNotificationInterruptionLevel")
    ) { push, report in
        guard push.effectiveType == .alert, push.statedPriority == .immediate,
            push.payload.aps?.interruptionLevel == .passive
        else { return }
        report.add(
            "the priority is 10, but the interruption level is passive",
            header: APNSHeader.priority)
    }
}
