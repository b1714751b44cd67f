// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let activityChannelOnOldSystem = LintRule(
        "activity-channel-on-old-system", .warning,
        "a start with a channel has no effect on the oldest iOS version that the app supports",
        why: "Before iOS 18, a start with input-push-channel does not start the Live Activity.",
        remedy: "for devices with iOS 17 or earlier, send a start without input-push-channel",
        wrong: """
            ---
            apns-push-type: liveactivity
            min-os: 17.2
            ---
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
        right: """
            ---
            apns-push-type: liveactivity
            min-os: 18.0
            ---
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
        guard push.isActivity, push.activityEvent == .start, let minimum = push.minimumOS,
            minimum < OSVersion(18), let member = push.first(of: [.inputPushChannel])
        else { return }
        report.add(
            "input-push-channel needs iOS 18, but the app supports iOS \(minimum)", at: member)
    }
}
