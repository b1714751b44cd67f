// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let placeholderInText = LintRule(
        "placeholder-in-text", .warning, "a placeholder that was not filled in",
        why: "iOS does not fill in placeholders in a plain title or body; the person sees them "
            + "unchanged.",
        remedy: "fill in the placeholder before sending; for a translated text use loc-key and "
            + "loc-args",
        wrong: #"{"aps": {"alert": {"title": "Hello {{first_name}}", "body": "Lunch?"}}}"#,
        right: #"{"aps": {"alert": {"title": "Hello Ada", "body": "Lunch?"}}}"#,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        guard push.isReadBySystem else { return }
        for shown in push.shownTexts {
            guard let found = Placeholders.first(in: shown.text) else { continue }
            report.add("\(shown.key) contains \(Quoted.text(found))", at: shown.node)
        }
    }
}
