// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let alertIsJSON = LintRule(
        "alert-is-json", .error, "an alert text contains the JSON of an alert",
        why: "iOS shows a string in the alert unchanged, so the person would see braces and "
            + "quotation marks. The usual cause is an alert that was encoded twice.",
        remedy: "write the object itself, without quotation marks around it",
        wrong: #"{"aps": {"alert": "{\"title\": \"Ada\", \"body\": \"Lunch at one?\"}"}}"#,
        right: #"{"aps": {"alert": {"title": "Ada", "body": "Lunch at one?"}}}"#,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        guard push.isReadBySystem else { return }
        for shown in push.shownTexts where isAlert(shown.text) {
            report.add("\(shown.key) is a string that contains JSON", at: shown.node)
        }
    }

    /// Returns whether a text is a JSON object that contains a key of an alert.
    private static func isAlert(_ text: String) -> Bool {
        guard text.utf8.first(where: { !$0.isJSONBlank }) == ASCII.openBrace,
            let object = try? JSONReader.read(Array(text.utf8)).value.objectValue
        else { return false }
        return object.members.contains { PayloadKey.named($0.key, in: .alert) != nil }
    }
}
