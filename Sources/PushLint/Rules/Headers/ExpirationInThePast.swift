// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let expirationInThePast = LintRule(
        "expiration-in-the-past", .warning, "the expiration is in the past",
        why: "The header is a time, not a duration. APNs accepts a time in the past, but the "
            + "notification has then already expired: a device that is offline never receives it.",
        remedy: "add the duration to the current time in seconds since 1970, or write 0 for one "
            + "delivery attempt",
        wrong: """
            ---
            apns-expiration: 3600
            ---
            {"aps": {"alert": "Your parcel is here"}}
            """,
        right: """
            ---
            apns-expiration: 0
            ---
            {"aps": {"alert": "Your parcel is here"}}
            """,
        claim: .documented("Sending notification requests to APNs")
    ) { push, report in
        guard let number = push.statedExpiration, number > 0 else { return }
        if number < EpochTime.plausibleMin {
            report.add(
                "apns-expiration \(number) is a time before 2002; it seems to be a duration",
                header: APNSHeader.expiration)
        } else if push.effectiveType == .liveactivity,
            let timestamp = push[.timestamp]?.value.value.intValue, number < timestamp,
            timestamp < EpochTime.millisecondsMin
        {
            report.add(
                "apns-expiration \(number) is before the payload's timestamp \(timestamp)",
                header: APNSHeader.expiration)
        }
    }
}
