// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let deprecatedKey = LintRule(
        "deprecated-key", .warning, "a key that Apple no longer lists",
        why: "The key has no effect: since iOS 15, the system itself writes the summary of a "
            + "group, and categories define the actions.",
        remedy: "remove it",
        wrong: """
            {"aps": {"alert": {"title": "Ada", "summary-arg": "Ada", "summary-arg-count": 2}}}
            """,
        right: #"{"aps": {"alert": {"title": "Ada"}, "thread-id": "chat-ada"}}"#,
        claim: .documented("UNNotificationContent summaryArgument")
    ) { push, report in
        for key in push.keys {
            guard let row = key.row,
                let successor = row.successor
            else { continue }
            report.add(
                "\(key.member.key) has no effect in iOS 15 and later", at: key.member,
                remedy: "remove it; \(successor)",
                fix: push.removing(key.member, among: key.siblings))
        }
    }
}
