// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let activityFinalStateMissing = LintRule(
        "activity-final-state-missing", .note, "a Live Activity ends without a final state",
        why: "The ended Live Activity stays on the Lock Screen for up to four hours with its last "
            + "content, even if this content is outdated.",
        remedy: "add content-state with the final state",
        wrong: #"{"aps": {"timestamp": 1750000000, "event": "end"}}"#,
        right: """
            {
              "aps": {
                "timestamp": 1750000000, "event": "end",
                "content-state": {"minutes": 0}
              }
            }
            """,
        claim: .documented(ActivityPage.pushes)
    ) { push, report in
        guard push.isActivity, push.activityEvent == .end, push.lacks(.contentState),
            let member = push[.event]
        else { return }
        report.add("the event is end, but aps has no content-state", at: member)
    }
}
