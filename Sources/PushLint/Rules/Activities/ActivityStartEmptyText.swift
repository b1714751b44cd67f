// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let activityStartEmptyText = LintRule(
        "activity-start-empty-text", .warning, "empty text in the alert of a start event",
        why: "The alert of a start event announces the new Live Activity. Apple documents a title "
            + "and a body for it; an empty text is not shown.",
        remedy: "write the text",
        wrong: """
            {
              "aps": {
                "timestamp": 1750000000, "event": "start",
                "attributes-type": "Delivery", "attributes": {"order": 4711},
                "content-state": {"minutes": 12},
                "alert": {"title": "", "body": "Your order is on its way"}
              }
            }
            """,
        right: ActivityExample.start,
        claim: .documented(ActivityPage.pushes)
    ) { push, report in
        guard push.isActivity, push.activityEvent == .start, !push.isBroadcast, !push.isAlertEmpty
        else { return }
        for shown in push.shownTexts where shown.text.isBlank {
            report.add("\(shown.key) is empty in the alert of a start event", at: shown.node)
        }
    }
}
