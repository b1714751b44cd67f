// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let unreadableHeaderLine = LintRule(
        "unreadable-header-line", .error, "a header line cannot be read",
        why: "Between the two lines of ---, each line is a header's name, a colon and its value. "
            + "Bellhop ignores any other line, and sends the push without it.",
        remedy: "write name: value, or start a comment with #",
        wrong: """
            ---
            apns-priority 5
            ---
            {"aps": {"alert": "Your parcel is here"}}
            """,
        right: """
            ---
            # This is not urgent.
            apns-priority: 5
            ---
            {"aps": {"alert": "Your parcel is here"}}
            """,
        claim: .chosen("Bellhop defines the front matter of payload files")
    ) { push, report in
        for line in push.frontMatter.unreadableLines {
            report.add("this line is not a name, a colon and a value", at: line)
        }
    }
}
