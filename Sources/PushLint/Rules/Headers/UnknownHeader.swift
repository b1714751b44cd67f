// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let unknownHeader = LintRule(
        "unknown-header", .warning, "a header that APNs does not define",
        why: "APNs ignores headers that it does not define.",
        remedy: "remove the header; data for the app belongs in the payload, outside aps",
        wrong: """
            ---
            apns-push-type: alert
            apns-thread-id: orders
            ---
            {"aps": {"alert": "Your parcel is here"}}
            """,
        right: """
            ---
            apns-push-type: alert
            ---
            {"aps": {"alert": "Your parcel is here", "thread-id": "orders"}}
            """,
        claim: .documented("Sending notification requests to APNs")
    ) { push, report in
        for name in push.headers.keys.sorted() {
            guard name.hasPrefix("apns-"), !HeaderName.known.contains(name),
                HeaderName.meant(by: name) == nil
            else { continue }
            if name == APNSHeader.uniqueID {
                report.add(
                    "\(name) is a header of APNs' responses, not of requests", header: name,
                    remedy: "remove it; to choose an identifier, use apns-id")
            } else {
                report.add("\(Shown.quoted(name)) is not an APNs header", header: name)
            }
        }
    }
}
