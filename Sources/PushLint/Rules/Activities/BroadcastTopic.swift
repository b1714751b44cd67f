// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let broadcastTopic = LintRule(
        "broadcast-topic", .warning, "a broadcast with a topic",
        why: "The path of a broadcast request already contains the bundle identifier of the app. "
            + "The header apns-topic has no effect.",
        remedy: "remove apns-topic",
        wrong: """
            ---
            apns-channel-id: dHN0LXNyY2gtY2hubA==
            apns-push-type: liveactivity
            apns-topic: com.example.app.push-type.liveactivity
            apns-priority: 5
            apns-expiration: 0
            ---
            {
              "aps": {
                "timestamp": 1750000000, "event": "update",
                "content-state": {"home": 2, "guests": 1}
              }
            }
            """,
        right: ActivityExample.broadcast,
        claim: .documented(ActivityPage.broadcasts)
    ) { push, report in
        guard push.isBroadcast, push.value(of: APNSHeader.topic) != nil else { return }
        report.add("the broadcast has an apns-topic", header: APNSHeader.topic)
    }
}
