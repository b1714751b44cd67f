// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let collapseIDTooLong = LintRule(
        "collapse-id-too-long", .error, "the collapse identifier is longer than 64 bytes",
        why: "APNs rejects the request with 400 BadCollapseId. The limit is in bytes of UTF-8, not "
            + "in characters.",
        remedy: "shorten the identifier, or send a hash of it",
        wrong: """
            ---
            apns-collapse-id: https://shop.example.com/customers/4711/orders/2026/09/12/parcel-1
            ---
            {"aps": {"alert": "Your parcel is here"}}
            """,
        right: """
            ---
            apns-collapse-id: order-4711-parcel-1
            ---
            {"aps": {"alert": "Your parcel is here"}}
            """,
        claim: .documented("Sending notification requests to APNs")
    ) { push, report in
        guard let value = push.value(of: APNSHeader.collapseID),
            value.utf8.count > CollapseID.byteCountMax
        else { return }
        let bytes = value.utf8.count
        let characters = value.count
        report.add(
            "apns-collapse-id has \(bytes) bytes"
                + (characters == bytes ? "" : " (\(characters) characters)")
                + "; at most \(CollapseID.byteCountMax) bytes are allowed",
            header: APNSHeader.collapseID)
    }
}
