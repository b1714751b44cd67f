// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let activityDismissalOutsideEnd = LintRule(
        "activity-dismissal-outside-end", .warning,
        "a dismissal date in a push whose event is not end",
        why: "The dismissal date is the time when an ended Live Activity is removed from the Lock "
            + "Screen. With any event other than end, the date has no effect.",
        remedy: "send dismissal-date with \"event\": \"end\"; to mark content as outdated, use "
            + "stale-date",
        wrong: """
            {
              "aps": {
                "timestamp": 1750000000, "event": "update", "dismissal-date": 1750003600,
                "content-state": {"minutes": 12}
              }
            }
            """,
        right: """
            {
              "aps": {
                "timestamp": 1750000000, "event": "end", "dismissal-date": 1750003600,
                "content-state": {"minutes": 0}
              }
            }
            """,
        claim: .documented(ActivityPage.pushes)
    ) { push, report in
        guard push.isActivity, let event = push.activityEvent, event != .end,
            let member = push[.dismissalDate], member.value.content != .null
        else { return }
        report.add("dismissal-date has no effect with event \(event.rawValue)", at: member)
    }
}
