// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let activityIgnoredKeys = LintRule(
        "activity-ignored-key", .warning, "a key that has no effect on a Live Activity",
        why: "A Live Activity push changes only a Live Activity. It does not set the badge, run an "
            + "extension or wake the app in the background, and it is not part of a group of "
            + "notifications.",
        remedy: "remove the key, or send a separate notification",
        wrong: """
            {
              "aps": {
                "timestamp": 1750000000, "event": "update", "mutable-content": 1,
                "content-state": {"minutes": 12}
              }
            }
            """,
        right: """
            {
              "aps": {
                "timestamp": 1750000000, "event": "update",
                "content-state": {"minutes": 12}
              }
            }
            """,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        guard push.isActivity else { return }
        let ignored: [APSKey] = [
            .badge, .category, .threadID, .mutableContent, .contentAvailable, .targetContentID,
            .urlArguments,
        ]
        for key in ignored {
            guard let member = push.first(of: [key]), member.value.value.intValue != 0 else {
                continue
            }
            report.add("\(key.rawValue) has no effect on a Live Activity", at: member)
        }
    }
}
