// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let keyNeedsNewerSystem = LintRule(
        "key-needs-newer-system", .note, "the oldest system of the app does not read this key",
        why: "Systems before the one that brought a key ignore it. The notification is shown all "
            + "the same, as if the key were absent.",
        remedy: "nothing is wrong; do not count on the key there",
        wrong: """
            ---
            min-os: 14
            ---
            {"aps": {"alert": "Your taxi is here", "interruption-level": "time-sensitive"}}
            """,
        right: """
            ---
            min-os: 15
            ---
            {"aps": {"alert": "Your taxi is here", "interruption-level": "time-sensitive"}}
            """,
        claim: .documented("UNNotificationContent interruptionLevel")
    ) { push, report in
        guard let minimum = push.minimumOS else { return }
        for key in push.keys {
            // Requirements of a Live Activity or a widget depend on the push type.
            guard let row = key.row, let since = row.since,
                minimum < since, row.use == .anyPush
            else { continue }
            report.add(
                "\(key.member.key) is read since iOS \(since), the app runs from \(minimum) on",
                at: key.member)
        }
    }
}
