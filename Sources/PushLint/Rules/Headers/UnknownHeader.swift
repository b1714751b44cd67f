// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let unknownHeader = LintRule(
        "unknown-header", .warning, "APNs knows no such header",
        why: "A header that APNs does not define has no effect.",
        remedy: "remove it; what the app needs to know belongs into the payload, beside aps",
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
                    "\(name) is a header of APNs' answers, it is not sent", header: name,
                    remedy: "remove it; apns-id is what a sender may choose")
            } else {
                report.add("\(Shown.quoted(name)) is no header of APNs", header: name)
            }
        }
    }
}
