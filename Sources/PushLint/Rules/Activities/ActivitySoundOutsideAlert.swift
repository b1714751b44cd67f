// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let activitySoundOutsideAlert = LintRule(
        "activity-sound-outside-alert", .warning,
        "the sound is outside the alert instead of inside",
        why: "In a Live Activity push, sound is a key of alert. A sound directly in aps, as in "
            + "other notifications, has no effect.",
        remedy: "move sound into alert",
        wrong: """
            {
              "aps": {
                "timestamp": 1750000000, "event": "update",
                "content-state": {"minutes": 2}, "sound": "bell.caf",
                "alert": {"title": "Nearly there", "body": "2 minutes to go"}
              }
            }
            """,
        right: """
            {
              "aps": {
                "timestamp": 1750000000, "event": "update",
                "content-state": {"minutes": 2},
                "alert": {
                  "title": "Nearly there", "body": "2 minutes to go", "sound": "bell.caf"
                }
              }
            }
            """,
        claim: .documented(ActivityPage.pushes)
    ) { push, report in
        guard push.isActivity, let member = push.first(of: [.sound]) else { return }
        report.add(
            push[.alert] == nil
                ? "sound has no effect without an alert"
                : "sound is outside alert, but belongs inside it",
            at: member)
    }
}
