// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let unreadableHeaderLine = LintRule(
        "unreadable-header-line", .error, "a header line cannot be read",
        why: "Between the two lines of ---, each line is a header's name, a colon and its value. "
            + "Any other line is ignored, and the push is sent without it.",
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
        claim: .chosen("Front matter is Bellhop's own")
    ) { push, report in
        for line in push.frontMatter.unreadableLines {
            report.add("this line is not a name, a colon and a value", at: line)
        }
    }
}
