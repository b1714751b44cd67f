// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let numberOutOfRange = LintRule(
        "number-out-of-range", .error, "a number outside the documented range",
        why: "A badge is a whole number, 0 or greater; a volume and the relevance score of a "
            + "notification are between 0 and 1. How iOS treats other numbers is not documented.",
        remedy: "write a number in the range",
        wrong: #"{"aps": {"alert": "Rain in ten minutes", "relevance-score": 75}}"#,
        right: #"{"aps": {"alert": "Rain in ten minutes", "relevance-score": 0.75}}"#,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        for key in push.keys {
            guard case .number(let number) = key.member.value.content,
                let row = key.row
            else { continue }
            let range: String
            switch row.shape {
            case .count:
                guard number.doubleValue < 0 || number.intValue == nil else { continue }
                range = "a whole number, 0 or greater; 0 removes the badge"
            case .share:
                guard !(0...1).contains(number.doubleValue) else { continue }
                range = "a number from 0 (silent) to 1 (full volume)"
            case .score:
                guard !(0...1).contains(number.doubleValue), !push.concernsActivity else {
                    continue
                }
                range = "a number from 0 to 1; only Live Activities allow other numbers"
            default: continue
            }
            report.add(
                "\(key.member.key) is \(number.text.prefix(Quoted.characterCountMax))",
                at: key.member.value, remedy: "write \(range)")
        }
    }
}
