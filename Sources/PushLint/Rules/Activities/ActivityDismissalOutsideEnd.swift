// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let activityDismissalOutsideEnd = LintRule(
        "activity-dismissal-outside-end", .warning, "a dismissal date in a push that ends nothing",
        why: "The dismissal date says when an ended Live Activity leaves the Lock Screen. With "
            + "another event it has no effect.",
        remedy: "send it with \"event\": \"end\"; stale-date is what marks content as outdated",
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
        report.add("dismissal-date has no effect in event \(event.rawValue)", at: member)
    }
}
