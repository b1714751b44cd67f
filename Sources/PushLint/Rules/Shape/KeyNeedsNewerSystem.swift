// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let keyNeedsNewerSystem = LintRule(
        "key-needs-newer-system", .note, "the app's minimum iOS version does not read this key",
        why: "iOS versions earlier than the version that introduced a key ignore the key, and show "
            + "the notification as if the key were absent.",
        remedy: "no change is needed, but do not rely on the key on older iOS versions",
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
            // Another rule covers Live Activities and widgets, whose requirements depend on the
            // push type.
            guard let row = key.row, let since = row.since,
                minimum < since, row.use == .anyPush
            else { continue }
            report.add(
                "\(key.member.key) requires iOS \(since); the app supports iOS \(minimum) and "
                    + "later", at: key.member)
        }
    }
}
