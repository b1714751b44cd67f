// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let activityStateMissing = LintRule(
        "activity-state-missing", .error, "a Live Activity push without content-state",
        why: "The Live Activity shows the content state. Without it, the device cannot decode a "
            + "start or an update, and drops the push.",
        remedy: "add content-state with every property of the app's ContentState",
        wrong: #"{"aps": {"timestamp": 1750000000, "event": "update"}}"#,
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
        guard push.isActivity, let event = push.activityEvent, event != .end,
            push.lacks(.contentState), let member = push[.event]
        else { return }
        report.add("the event is \(event.rawValue), but aps has no content-state", at: member)
    }
}
