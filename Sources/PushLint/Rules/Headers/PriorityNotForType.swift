// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let priorityNotForType = LintRule(
        "priority-not-for-type", .warning, "the push type does not allow this priority",
        why: "Apple does not document this priority for this push type. APNs may reject the "
            + "notification or delay it.",
        remedy: "write a priority that the push type allows",
        wrong: """
            ---
            apns-push-type: liveactivity
            apns-priority: 1
            ---
            {
              "aps": {
                "timestamp": 1750000000, "event": "update",
                "content-state": {"minutes": 12}
              }
            }
            """,
        right: """
            ---
            apns-push-type: liveactivity
            apns-priority: 5
            ---
            {
              "aps": {
                "timestamp": 1750000000, "event": "update",
                "content-state": {"minutes": 12}
              }
            }
            """,
        claim: .documented("Sending notification requests to APNs")
    ) { push, report in
        guard let type = push.certainType, let priority = push.statedPriority, !push.isBroadcast,
            !type.traits.priorities.contains(priority),
            !(type == .background && priority == .immediate)
        else { return }
        let allowed = type.traits.priorities.map { String($0.rawValue) }.joined(separator: " or ")
        report.add(
            "the priority is \(priority.rawValue); \(type.rawValue) pushes allow \(allowed)",
            header: APNSHeader.priority, remedy: "set apns-priority to \(allowed)")
    }
}
