// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let callWithoutExpiration = LintRule(
        "call-without-expiration", .note, "APNs may store this VoIP push",
        why: "Without apns-expiration, APNs stores a VoIP push for an offline device for up to 30 "
            + "days, and the phone may then ring for a call that has already ended. The app must "
            + "report a call for each VoIP push, or the system terminates the app.",
        remedy: "set apns-expiration to 0, or to a time that is a few seconds in the future",
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
