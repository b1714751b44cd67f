// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let activityTwoInputs = LintRule(
        "activity-two-inputs", .warning, "a start with both a token and a channel for updates",
        why: "A Live Activity receives its updates either through its own token or from a channel. "
            + "Apple's documentation does not describe a start with both.",
        remedy: "keep either input-push-token or input-push-channel",
        wrong: """
            {
              "aps": {
                "timestamp": 1750000000, "event": "start",
                "input-push-token": 1, "input-push-channel": "dHN0LXNyY2gtY2hubA==",
                "attributes-type": "Delivery", "attributes": {"order": 4711},
                "content-state": {"minutes": 12},
                "alert": {"title": "On its way", "body": "12 minutes to go"}
              }
            }
            """,
        right: """
            {
              "aps": {
                "timestamp": 1750000000, "event": "start",
                "input-push-channel": "dHN0LXNyY2gtY2hubA==",
                "attributes-type": "Delivery", "attributes": {"order": 4711},
                "content-state": {"minutes": 12},
                "alert": {"title": "On its way", "body": "12 minutes to go"}
              }
            }
            """,
        claim: .documented(ActivityPage.pushes)
    ) { push, report in
        guard push.isActivity, push.payload.aps?.liveActivity.inputPushToken == true,
            let channel = push.first(of: [.inputPushChannel])
        else { return }
        report.add("input-push-token and input-push-channel are both present", at: channel)
    }
}
