// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let apnForAps = LintRule(
        "apn-for-aps", .error, "the key is apn instead of aps",
        why: "Apple's key is aps. One of Apple's pages about WidgetKit mentions apn, but the "
            + "sample on that page has aps. The system does not read apn.",
        remedy: "write aps",
        wrong: """
            ---
            apns-push-type: widgets
            ---
            {"apn": {"content-changed": true}}
            """,
        right: """
            ---
            apns-push-type: widgets
            ---
            {"aps": {"content-changed": true}}
            """,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        guard push.aps == nil, let member = push.custom("apn"),
            let members = member.value.members,
            members.contains(where: { APSKey(rawValue: $0.key) != nil })
        else { return }
        report.add(
            "apn contains keys that belong in aps", at: member,
            fix: TextFix("rename to aps", replacing: member.keyRange, with: "\"aps\""))
    }
}
