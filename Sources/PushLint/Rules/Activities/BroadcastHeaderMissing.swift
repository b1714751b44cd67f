// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let broadcastHeaderMissing = LintRule(
        "broadcast-header-missing", .warning, "a broadcast without a priority or an expiration",
        why: "Apple's documentation of broadcasts requires both apns-priority and apns-expiration "
            + "in each request.",
        remedy: "add apns-priority (5 or 10), and apns-expiration: 0 unless the channel stores its "
            + "last message",
        wrong: """
            ---
            apns-channel-id: dHN0LXNyY2gtY2hubA==
            apns-push-type: liveactivity
            ---
            {
              "aps": {
                "timestamp": 1750000000, "event": "update",
                "content-state": {"home": 2, "guests": 1}
              }
            }
            """,
        right: ActivityExample.broadcast,
        claim: .reported("\(ActivityPage.broadcasts), as two developers' guides report")
    ) { push, report in
        guard push.isBroadcast else { return }
        let missing = [APNSHeader.priority, APNSHeader.expiration].filter {
            push.headers[$0] == nil
        }
        guard !missing.isEmpty else { return }
        report.add(
            "the broadcast has no \(Quoted.choice(missing))", header: APNSHeader.channelID)
    }
}
