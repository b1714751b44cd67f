// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let callWithoutExpiration = LintRule(
        "call-without-expiration", .note, "a call that APNs may store",
        why: "Without apns-expiration APNs keeps a VoIP push for a device that is away, up to 30 "
            + "days, and the phone rings for a call that is over. The app has to report a call for "
            + "each VoIP push, or the system ends it.",
        remedy: "write apns-expiration 0, or a moment a few seconds ahead",
        wrong: """
            ---
            apns-push-type: voip
            apns-priority: 10
            ---
            {"caller": "Ada"}
            """,
        right: """
            ---
            apns-push-type: voip
            apns-priority: 10
            apns-expiration: 0
            ---
            {"caller": "Ada"}
            """,
        claim: .documented("Responding to VoIP notifications from PushKit")
    ) { push, report in
        guard push.statedType == .voip, push.headers[APNSHeader.expiration] == nil else { return }
        report.add("there is no apns-expiration", header: APNSHeader.pushType)
    }
}
