// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let activityStaleFromStart = LintRule(
        "activity-stale-from-the-start", .warning,
        "the stale date makes the content outdated immediately",
        why: "After the stale date, the system shows the content as outdated. If the stale date is "
            + "not later than the timestamp, the system shows the content as outdated immediately.",
        remedy: "set stale-date after timestamp, or leave it out",
        wrong: """
            {
              "aps": {
                "timestamp": 1750000000, "event": "update", "stale-date": 1749999000,
                "content-state": {"minutes": 12}
              }
            }
            """,
        right: """
            {
              "aps": {
                "timestamp": 1750000000, "event": "update", "stale-date": 1750001800,
                "content-state": {"minutes": 12}
              }
            }
            """,
        claim: .documented(ActivityPage.pushes)
    ) { push, report in
        guard push.isActivity, push.activityEvent != .end, let stale = push.moment(.staleDate),
            let timestamp = push.moment(.timestamp), push.isInSeconds(.timestamp),
            stale <= timestamp, let member = push[.staleDate]
        else { return }
        report.add(
            stale == timestamp
                ? "stale-date is equal to timestamp" : "stale-date is before timestamp",
            at: member.value)
    }
}
