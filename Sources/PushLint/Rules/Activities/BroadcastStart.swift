// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let broadcastStart = LintRule(
        "broadcast-start", .error, "a broadcast cannot start a Live Activity",
        why: "A broadcast reaches only Live Activities that are already running and are subscribed "
            + "to the channel. A start must be sent to the push-to-start token of each device.",
        remedy: "send the start to each device, with input-push-channel, and the updates to the "
            + "channel",
        wrong: """
            ---
            apns-channel-id: dHN0LXNyY2gtY2hubA==
            apns-push-type: liveactivity
            apns-priority: 5
            apns-expiration: 0
            ---
            {
              "aps": {
                "timestamp": 1750000000, "event": "start",
                "attributes-type": "Match", "attributes": {"id": 7},
                "content-state": {"home": 0, "guests": 0},
                "alert": {"title": "Kick-off", "body": "The match begins"}
              }
            }
            """,
        right: ActivityExample.broadcast,
        claim: .documented(ActivityPage.pushes)
    ) { push, report in
        guard push.isBroadcast, push.activityEvent == .start, let member = push[.event] else {
            return
        }
        report.add("the event of this broadcast is start", at: member.value)
    }
}
