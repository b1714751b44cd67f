// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let expirationBeyondStorage = LintRule(
        "expiration-beyond-storage", .note,
        "the expiration is later than the time for which APNs stores notifications",
        why: "APNs stores a notification until its expiration, but for at most 30 days. A channel "
            + "stores its last message for at most 8 hours.",
        remedy: "no change is needed, but do not expect APNs to store the notification until then",
        wrong: """
            ---
            apns-push-type: liveactivity
            apns-expiration: 1760000000
            ---
            {
              "aps": {
                "timestamp": 1750000000, "event": "update",
                "content-state": {"minutes": 12}
              }
            }
            """,
        right: """
            ---
            apns-push-type: liveactivity
            apns-expiration: 1750003600
            ---
            {
              "aps": {
                "timestamp": 1750000000, "event": "update",
                "content-state": {"minutes": 12}
              }
            }
            """,
        claim: .documented("Sending notification requests to APNs")
    ) { push, report in
        guard push.effectiveType == .liveactivity, let number = push.statedExpiration,
            number < EpochTime.millisecondsMin,
            let timestamp = push[.timestamp]?.value.value.intValue, timestamp > 0
        else { return }
        let hours: Int64 =
            push.isBroadcast ? 8 : PushExpiration.storageMax.components.seconds / 3600
        guard Int64(number - timestamp) > hours * 3600 else { return }
        report.add(
            "apns-expiration is \(Shown.count((number - timestamp) / 3600)) hours after the "
                + "payload's timestamp; APNs stores the push for at most \(hours) hours",
            header: APNSHeader.expiration)
    }
}
