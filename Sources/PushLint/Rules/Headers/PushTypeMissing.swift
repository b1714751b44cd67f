// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let pushTypeMissing = LintRule(
        "push-type-missing", .note, "the headers do not include the push type",
        why: "watchOS 6 and later require apns-push-type. Apple recommends it for other systems, "
            + "because a notification without it may be delayed or dropped. Bellhop adds the "
            + "header.",
        remedy: "state the push type",
        wrong: """
            ---
            apns-priority: 5
            ---
            {"aps": {"alert": "Your parcel is here"}}
            """,
        right: """
            ---
            apns-push-type: alert
            apns-priority: 5
            ---
            {"aps": {"alert": "Your parcel is here"}}
            """,
        claim: .documented("Sending notification requests to APNs")
    ) { push, report in
        // There is no push type for wallet passes.
        let isPass = push.value(of: APNSHeader.topic)?.hasPrefix("pass.") ?? false
        guard !push.isPushTypeGiven, !push.isBroadcast, !isPass,
            let first = APNSHeader.requestHeaders.first(where: { push.headers[$0] != nil })
        else { return }
        report.add(
            "there is no apns-push-type", header: first,
            remedy: "add apns-push-type: \(push.pushType.rawValue), if that is the correct type")
    }
}
