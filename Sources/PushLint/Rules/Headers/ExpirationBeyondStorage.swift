// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let expirationBeyondStorage = LintRule(
        "expiration-beyond-storage", .note, "the expiration is later than APNs stores anything",
        why: "APNs keeps a notification until the moment given, but for 30 days at most. A channel "
            + "keeps its last message for 8 hours at most.",
        remedy: "nothing is wrong; do not count on it",
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
                + "payload's timestamp; APNs stores it for \(hours)", header: APNSHeader.expiration)
    }
}
