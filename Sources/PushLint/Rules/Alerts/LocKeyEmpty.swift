// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let locKeyEmpty = LintRule(
        "loc-key-empty", .warning, "the key of a localized string is empty",
        why: "iOS looks up the key in the app's Localizable.strings. No string has an empty key, "
            + "so no text is shown.",
        remedy: "write the key of a string, or the text itself",
        wrong: #"{"aps": {"alert": {"title": "Ada", "loc-key": ""}}}"#,
        right: #"{"aps": {"alert": {"title": "Ada", "loc-key": "INVITE_LUNCH"}}}"#,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        for key in push.keys where key.place == .alert || key.place == .text {
            guard let row = key.row, row.isCurrent, row.name.hasSuffix("loc-key"),
                key.member.value.value.stringValue?.isBlank ?? false
            else { continue }
            report.add("\(row.name) is empty", at: key.member.value)
        }
    }
}
