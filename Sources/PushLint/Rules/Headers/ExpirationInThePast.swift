// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let expirationInThePast = LintRule(
        "expiration-in-the-past", .warning, "the expiration is long past",
        why: "The header is a moment, not a duration. A moment in the past is accepted, and the "
            + "notification has expired already: a device that is away never gets it.",
        remedy: "add it to the present time in seconds since 1970, or write 0 for one attempt",
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
                "apns-expiration \(number) is a moment before 2002, as if it were a duration",
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
