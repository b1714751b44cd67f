// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let unknownStringKey = LintRule(
        "unknown-string-key", .warning, "the app's strings have no such key",
        why: "The device looks the key up in Localizable.strings of the app. When it is missing, "
            + "the person reads the key.",
        remedy: "use a key of the app's Localizable.strings, and mind versions that lack it",
        wrong: #"{"aps": {"alert": {"loc-key": "NEW_MESAGE", "loc-args": ["Ada"]}}}"#,
        right: #"{"aps": {"alert": {"loc-key": "NEW_MESSAGE", "loc-args": ["Ada"]}}}"#,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        guard let app = push.app, let known = app.strings else { return }
        for text in LocalizedText.all(in: push) where known[text.key] == nil {
            report.add(
                "\(app.name) has no text \(Shown.quoted(text.key))"
                    + LintSubject.suggestion(for: text.key, in: known.keys), at: text.keyNode)
        }
    }
}
