// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let emptyAlert = LintRule(
        "empty-alert", .warning, "an alert without text",
        why: "iOS shows a notification only if there is a title, a subtitle or a body. An alert "
            + "without any of them has no effect.",
        remedy: "add text, or leave the alert out",
        wrong: #"{"aps": {"alert": {"title": "", "body": ""}, "badge": 2}}"#,
        right: #"{"aps": {"badge": 2}}"#,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        // Other rules cover the alerts of Live Activities.
        guard push.isReadBySystem, !push.concernsActivity, let alert = push[.alert] else { return }
        switch alert.value.content {
        case .string(let text):
            guard text.isBlank else { return }
        case .object(let members):
            // A text under a misspelled key is treated as a text.
            guard !push.keys.contains(where: { $0.place == .alert && $0.isTextOrMeant }) else {
                return
            }
            guard !members.isEmpty else {
                report.add("alert is an empty object", at: alert)
                return
            }
        default: return
        }
        report.add("alert has no text", at: alert)
    }
}

extension PlacedKey {
    /// Whether this is a text that is not blank, or any value under a misspelled key.
    var isTextOrMeant: Bool {
        switch verdict {
        case .misspelled: return true
        case .right(let row):
            guard row.shape == .localizableText || row.name.hasSuffix("loc-key") else {
                return false
            }
            switch member.value.content {
            case .string(let text): return !text.isBlank
            case .null: return false
            default: return true
            }
        case .misplaced, .unknown: return false
        }
    }
}
