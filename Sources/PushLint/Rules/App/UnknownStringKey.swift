// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let unknownStringKey = LintRule(
        "unknown-string-key", .warning, "the app's localized strings do not contain this key",
        why: "The device looks up the key in the app's Localizable.strings. If the key is missing "
            + "there, the person sees the key itself.",
        remedy: "use a key from the app's Localizable.strings; earlier versions of the app may "
            + "lack it",
        wrong: #"{"aps": {"alert": {"loc-key": "NEW_MESAGE", "loc-args": ["Ada"]}}}"#,
        right: #"{"aps": {"alert": {"loc-key": "NEW_MESSAGE", "loc-args": ["Ada"]}}}"#,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        guard let app = push.app, let known = app.strings else { return }
        for text in LocalizedText.all(in: push) where known[text.key] == nil {
            report.add(
                "\(app.name) has no string \(Shown.quoted(text.key))"
                    + LintSubject.suggestion(for: text.key, in: known.keys), at: text.keyNode)
        }
    }
}
