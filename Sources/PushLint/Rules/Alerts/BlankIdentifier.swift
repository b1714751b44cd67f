// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let blankIdentifier = LintRule(
        "blank-identifier", .warning, "an identifier that is empty or has blanks at its ends",
        why: "Categories, threads, windows and filters are found by their exact text. An empty one "
            + "has no effect, and one with a blank at its end is another one.",
        remedy: "leave the key out, or write the identifier without blanks around it",
        wrong: #"{"aps": {"alert": "Ada: lunch?", "category": "MESSAGE ", "thread-id": ""}}"#,
        right: #"{"aps": {"alert": "Ada: lunch?", "category": "MESSAGE"}}"#,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        guard push.isReadBySystem else { return }
        for key in [APSKey.category, .threadID, .targetContentID, .filterCriteria] {
            guard let member = push[key], case .string(let text) = member.value.content else {
                continue
            }
            if text.isBlank {
                report.add("\(member.key) is empty", at: member.value)
            } else if text.first?.isWhitespace ?? false || text.last?.isWhitespace ?? false {
                report.add("\(member.key) has blanks at its ends", at: member.value)
            }
        }
    }
}
