// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let locArgsCount = LintRule(
        "loc-args-count", .warning, "fewer arguments than placeholders",
        why: "The key itself contains placeholders, as in apps that use a text as its own key. A "
            + "placeholder without an argument is not filled in correctly.",
        remedy: "add an argument for each placeholder",
        wrong: """
            {"aps": {"alert": {"loc-key": "%@ invited you to %@", "loc-args": ["Jo"]}}}
            """,
        right: """
            {"aps": {"alert": {"loc-key": "%@ invited you to %@", "loc-args": ["Jo", "chess"]}}}
            """,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        for key in push.keys where key.place == .alert || key.place == .text {
            guard let row = key.row, row.isCurrent, row.name.hasSuffix("loc-key"),
                let text = key.member.value.value.stringValue
            else { continue }
            let wanted = row.name.dropLast("key".count) + "args"
            let arguments = key.siblings.last { $0.key == wanted }
            guard let count = arguments.map({ $0.value.value.arrayValue?.count }) ?? 0 else {
                continue
            }
            let placeholders = Placeholders.formatCount(in: text)
            guard count < placeholders else { continue }
            report.add(
                "\(row.name) has \(placeholders) placeholder\(placeholders == 1 ? "" : "s"), "
                    + "but \(wanted) has \(count) argument\(count == 1 ? "" : "s")",
                at: arguments?.value ?? key.member.value)
        }
    }
}
