// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let expirationInMilliseconds = LintRule(
        "expiration-in-milliseconds", .error, "the expiration is in milliseconds",
        why: "The header is in seconds. Read as seconds, this value is thousands of years in the "
            + "future, and APNs stores the notification for the maximum time.",
        remedy: "divide the value by 1000",
        wrong: """
            ---
            apns-expiration: 1789207200000
            ---
            {"aps": {"alert": "Your parcel is here"}}
            """,
        right: """
            ---
            apns-expiration: 1789207200
            ---
            {"aps": {"alert": "Your parcel is here"}}
            """,
        claim: .documented("Sending notification requests to APNs")
    ) { push, report in
        guard let number = push.statedExpiration, EpochTime.isInMilliseconds(number) else { return }
        let seconds = String(number / 1000)
        report.add(
            "apns-expiration \(number) is in milliseconds", header: APNSHeader.expiration,
            remedy: "write \(seconds)",
            fix: push.fix(APNSHeader.expiration, to: seconds))
    }
}
