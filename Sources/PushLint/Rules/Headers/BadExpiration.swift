// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let badExpiration = LintRule(
        "bad-expiration", .error, "the expiration is not a number of seconds",
        why: "APNs rejects the request with 400 BadExpirationDate. The expiration is a time in "
            + "whole seconds since 1970, UTC; 0 means one delivery attempt.",
        remedy: "write a time in seconds since 1970, as date +%s prints it, or 0",
        wrong: """
            ---
            apns-expiration: 2026-09-12T10:00:00Z
            ---
            {"aps": {"alert": "Your parcel is here"}}
            """,
        right: """
            ---
            apns-expiration: 1789207200
            ---
            {"aps": {"alert": "Your parcel is here"}}
            """,
        claim: .documented("Handling notification responses from APNs")
    ) { push, report in
        guard let value = push.value(of: APNSHeader.expiration), push.statedExpiration == nil else {
            return
        }
        let problem =
            if let number = Int(value), number < 0 {
                "is before 1970"
            } else if value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
                "is too large"
            } else if Double(value) != nil {
                "is not a whole number"
            } else {
                "is not a number"
            }
        report.add(
            "apns-expiration \(Shown.quoted(value)) \(problem)", header: APNSHeader.expiration)
    }
}
