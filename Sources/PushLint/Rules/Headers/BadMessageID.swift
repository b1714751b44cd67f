// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let badMessageID = LintRule(
        "bad-apns-id", .error, "the identifier is not a UUID",
        why: "APNs rejects the request with 400 BadMessageId.",
        remedy: "write a UUID of 32 hex digits in the form 8-4-4-4-12, or omit the header: APNs "
            + "then generates one",
        wrong: """
            ---
            apns-id: order-4711
            ---
            {"aps": {"alert": "Your parcel is here"}}
            """,
        right: """
            ---
            apns-id: 1f0c2b6e-5d1a-4c3e-9b7a-0a8f3f9d2c11
            ---
            {"aps": {"alert": "Your parcel is here"}}
            """,
        claim: .documented("Sending notification requests to APNs")
    ) { push, report in
        for name in [APNSHeader.id, APNSHeader.requestID] {
            guard let value = push.value(of: name), APNSID(value) == nil else { continue }
            report.add("\(name) \(Shown.quoted(value)) is not a UUID", header: name)
        }
    }
}
