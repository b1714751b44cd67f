// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let stringArgumentCount = LintRule(
        "string-argument-count", .warning, "the number of arguments does not match the text",
        why: "Each %@ in the text is replaced with an argument. With too few arguments, the person "
            + "sees a gap or a placeholder; extra arguments are ignored.",
        remedy: "send as many arguments as the text has placeholders",
        wrong: #"{"aps": {"alert": {"loc-key": "NEW_MESSAGE"}}}"#,
        right: #"{"aps": {"alert": {"loc-key": "NEW_MESSAGE", "loc-args": ["Ada"]}}}"#,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        guard let app = push.app, let known = app.strings else { return }
        for text in LocalizedText.all(in: push) {
            guard let wanted = known[text.key], let given = text.argumentCount, given != wanted
            else { continue }
            report.add(
                "\(Shown.quoted(text.key)) needs \(wanted) argument\(wanted == 1 ? "" : "s"), "
                    + "but the payload has \(given)",
                at: text.arguments?.value ?? text.keyNode)
        }
    }
}
