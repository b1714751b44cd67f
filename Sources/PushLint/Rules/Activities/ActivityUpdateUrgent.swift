// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let activityUpdateUrgent = LintRule(
        "activity-update-urgent", .note, "an update without an alert is sent with priority 10",
        why: "Priority 10 counts against the hourly budget of Live Activities, priority 5 does "
            + "not. When the budget is used up, the system delays updates.",
        remedy: "use priority 5 for updates that may arrive a little later; "
            + "NSSupportsLiveActivitiesFrequentUpdates raises the budget",
        wrong: """
            ---
            apns-push-type: liveactivity
            apns-priority: 10
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
        claim: .documented(ActivityPage.pushes)
    ) { push, report in
        guard push.isActivity, push.activityEvent == .update, push.statedPriority == .immediate,
            push[.alert] == nil
        else { return }
        report.add("the priority is 10, but the update has no alert", header: APNSHeader.priority)
    }
}
