// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let blankIdentifier = LintRule(
        "blank-identifier", .warning, "an identifier is empty or has white space at its ends",
        why: "iOS compares the identifiers of categories, threads, windows and filters exactly. An "
            + "empty identifier has no effect, and an identifier with white space at its ends does "
            + "not match the same identifier without white space.",
        remedy: "leave the key out, or remove the white space around the identifier",
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
                report.add("\(member.key) has white space at its ends", at: member.value)
            }
        }
    }
}
