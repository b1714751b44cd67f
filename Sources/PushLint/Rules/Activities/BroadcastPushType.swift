// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let broadcastPushType = LintRule(
        "broadcast-push-type", .error, "a broadcast whose push type is not liveactivity",
        why: "A broadcast must state its push type, and only liveactivity is valid. Otherwise APNs "
            + "returns 400 MissingPushType or InvalidPushType.",
        remedy: "write apns-push-type: liveactivity",
        wrong: """
            ---
            apns-channel-id: dHN0LXNyY2gtY2hubA==
            apns-push-type: alert
            apns-priority: 5
            apns-expiration: 0
            ---
            {"aps": {"alert": {"title": "Goal", "body": "2 : 1"}}}
            """,
        right: ActivityExample.broadcast,
        claim: .documented("Handling error responses from APNs")
    ) { push, report in
        guard push.isBroadcast else { return }
        if !push.isPushTypeGiven {
            report.add("the broadcast has no apns-push-type", header: APNSHeader.channelID)
        } else if let type = push.statedType, type != .liveactivity {
            report.add(
                "the push type of the broadcast is \(type.rawValue)", header: APNSHeader.pushType)
        }
    }
}
