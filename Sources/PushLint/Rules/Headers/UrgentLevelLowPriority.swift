// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let urgentLevelLowPriority = LintRule(
        "urgent-level-with-low-priority", .note,
        "an urgent interruption level with a low priority",
        why: "The interruption level takes effect when the notification arrives. With priority 5 "
            + "or 1, the notification may arrive late, because the device saves power.",
        remedy: "if the notification is urgent, send it with apns-priority 10",
        wrong: """
            ---
            apns-push-type: alert
            apns-priority: 5
            ---
            {"aps": {"alert": "The door is open", "interruption-level": "time-sensitive"}}
            """,
        right: """
            ---
            apns-push-type: alert
            apns-priority: 10
            ---
            {"aps": {"alert": "The door is open", "interruption-level": "time-sensitive"}}
            """,
        claim: .documented("Sending notification requests to APNs")
    ) { push, report in
        guard push.effectiveType == .alert, let priority = push.statedPriority,
            priority != .immediate, let level = push.payload.aps?.interruptionLevel,
            level == .timeSensitive || level == .critical
        else { return }
        report.add(
            "the level is \(level.rawValue), but the priority is \(priority.rawValue)",
            header: APNSHeader.priority)
    }
}
