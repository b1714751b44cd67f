// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let activityEventMissing = LintRule(
        "activity-event-missing", .error, "a Live Activity push without an event",
        why: "The event says whether the push starts, updates or ends the Live Activity. Without "
            + "an event, the device does nothing.",
        remedy: "add \"event\": \"start\", \"update\" or \"end\" to aps",
        wrong: #"{"aps": {"timestamp": 1750000000, "content-state": {"minutes": 12}}}"#,
        right: """
            {
              "aps": {
                "timestamp": 1750000000, "event": "update",
                "content-state": {"minutes": 12}
              }
            }
            """,
        claim: .documented(ActivityPage.pushes)
    ) { push, report in
        guard push.isActivity || push.concernsActivity, push.lacks(.event), let aps = push.aps
        else { return }
        report.add("aps has no event", at: aps)
    }
}

/// The pages of Apple's documentation that are cited by rules about Live Activities.
enum ActivityPage {
    static let pushes = "Starting and updating Live Activities with ActivityKit push notifications"
    static let broadcasts = "Sending broadcast push notification requests to APNs"
    static let data = "Displaying live data with Live Activities"
}
