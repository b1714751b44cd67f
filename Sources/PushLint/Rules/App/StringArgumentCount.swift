// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let stringArgumentCount = LintRule(
        "string-argument-count", .warning, "the text takes another number of arguments",
        why: "Each %@ of the text is filled with an argument. One too few leaves a hole or a "
            + "placeholder in what the person reads; one too many is dropped.",
        remedy: "give as many arguments as the text has placeholders",
        wrong: #"{"aps": {"alert": {"loc-key": "NEW_MESSAGE"}}}"#,
        right: #"{"aps": {"alert": {"loc-key": "NEW_MESSAGE", "loc-args": ["Ada"]}}}"#,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        guard let app = push.app, let known = app.strings else { return }
        for text in LocalizedText.all(in: push) {
            guard let wanted = known[text.key], let given = text.argumentCount, given != wanted
            else { continue }
            report.add(
                "\(Shown.quoted(text.key)) takes \(wanted) and gets \(given)",
                at: text.arguments?.value ?? text.keyNode)
        }
    }
}
