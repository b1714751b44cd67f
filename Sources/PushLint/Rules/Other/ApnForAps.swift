// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let apnForAps = LintRule(
        "apn-for-aps", .error, "the dictionary is called apn",
        why: "Apple's dictionary is called aps. One page of WidgetKit speaks of apn, and its own "
            + "sample has aps. The system reads nothing from another key.",
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
            "apn holds keys that belong into aps", at: member,
            fix: TextFix("rename to aps", replacing: member.keyRange, with: "\"aps\""))
    }
}
