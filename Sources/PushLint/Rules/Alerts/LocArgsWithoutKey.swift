// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let locArgsWithoutKey = LintRule(
        "loc-args-without-key", .warning, "arguments without the key of a string",
        why: "Arguments fill the placeholders of a string in the app; a key such as loc-key names "
            + "the string. A plain text has no arguments.",
        remedy: "add the key of the string, or remove the arguments",
        wrong: """
            {"aps": {"alert": {"title": "Chess", "body": "%@ invited you", "loc-args": ["Jo"]}}}
            """,
        right: """
            {"aps": {"alert": {"title": "Chess", "loc-key": "INVITED", "loc-args": ["Jo"]}}}
            """,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        for key in push.keys where key.place == .alert || key.place == .text {
            guard let row = key.row, row.shape == .texts,
                key.member.value.value.arrayValue?.isEmpty == false
            else { continue }
            let wanted = row.name.dropLast("args".count) + "key"
            let plain = KeySpelling.plain(String(wanted))
            let isThere = key.siblings.contains { KeySpelling.plain($0.key) == plain }
            let isMisspelled = push.keys.contains {
                if case .misspelled(let row) = $0.verdict { row.name == wanted } else { false }
            }
            guard !isThere, !isMisspelled else { continue }
            report.add("\(row.name) is present without \(wanted)", at: key.member)
        }
    }
}
