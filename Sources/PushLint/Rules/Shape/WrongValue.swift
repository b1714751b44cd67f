// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let wrongValue = LintRule(
        "wrong-value", .error, "a value that Apple does not document",
        why: "iOS accepts only certain strings or numbers for this key. With any other value, iOS "
            + "treats the key as absent.",
        remedy: "write one of the documented values",
        wrong: """
            {"aps": {"alert": "Your taxi is here", "interruption-level": "timeSensitive"}}
            """,
        right: """
            {"aps": {"alert": "Your taxi is here", "interruption-level": "time-sensitive"}}
            """,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        for key in push.keys {
            guard let row = key.row, row.isMeant(in: push) else { continue }
            switch (row.shape, key.member.value.content) {
            case (.word(let values), .string(let value)) where !values.contains(value):
                let meant = KeySpelling.nearest(to: value, among: values)
                report.add(
                    "\(Quoted.text(value)) is not a valid \(key.member.key)", at: key.member.value,
                    remedy: meant.map { "write \"\($0)\"" }
                        ?? "write \(Quoted.choice(values.map { "\"\($0)\"" }))",
                    fix: meant.map {
                        TextFix("write \($0)", replacing: key.member.value.range, with: "\"\($0)\"")
                    })
            case (.flag, .number(let number)) where number.intValue != 0 && number.intValue != 1:
                report.add(
                    "\(key.member.key) is \(number.text.prefix(Quoted.characterCountMax))",
                    at: key.member.value, remedy: "write 1, or remove the key")
            default: break
            }
        }
    }
}
