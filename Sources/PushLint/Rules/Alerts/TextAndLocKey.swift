// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let textAndLocKey = LintRule(
        "text-and-loc-key", .note, "text is given both directly and by a localization key",
        why: "iOS shows the localized string with this key instead of the plain text. A version of "
            + "the app that lacks the string may show the plain text.",
        remedy: "keep one of them, unless older versions of the app lack the string",
        wrong: #"{"aps": {"alert": {"body": "Lunch?", "loc-key": "INVITE_LUNCH"}}}"#,
        right: #"{"aps": {"alert": {"loc-key": "INVITE_LUNCH"}}}"#,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        guard push.isReadBySystem else { return }
        for text in LintSubject.textKeys {
            let key = text == "body" ? "loc-key" : "\(text)-loc-key"
            guard push.alertMember(text)?.value.value.stringValue != nil,
                let member = push.alertMember(key), member.value.value.stringValue != nil
            else { continue }
            report.add("\(key) is used instead of \(text)", at: member)
        }
    }
}
