// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let booleanForNumber = LintRule(
        "boolean-for-number", .warning, "true or false where Apple documents 1 or 0",
        why: "iOS currently accepts true as 1. Apple documents a number, and other code that reads "
            + "the payload, such as an extension, may require a number.",
        remedy: "write 1 or 0",
        wrong: #"{"aps": {"alert": {"title": "Photo"}, "mutable-content": true}}"#,
        right: #"{"aps": {"alert": {"title": "Photo"}, "mutable-content": 1}}"#,
        claim: .reported("reports of developers who send true successfully")
    ) { push, report in
        for key in push.keys {
            guard case .bool(let flag) = key.member.value.content,
                let row = key.row,
                row.shape == .flag
            else { continue }
            let number = flag ? "1" : "0"
            report.add(
                "\(key.member.key) is \(flag)", at: key.member.value, remedy: "write \(number)",
                fix: TextFix("write \(number)", replacing: key.member.value.range, with: number))
        }
    }
}
