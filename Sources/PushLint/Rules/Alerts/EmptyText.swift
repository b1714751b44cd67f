// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let emptyText = LintRule(
        "empty-text", .note, "a text of the alert is empty",
        why: "iOS does not show an empty title, subtitle or body. The sender probably meant to "
            + "insert a value.",
        remedy: "leave the key out, or find out why the value is missing",
        wrong: #"{"aps": {"alert": {"title": "", "body": "Lunch at one?"}}}"#,
        right: #"{"aps": {"alert": {"body": "Lunch at one?"}}}"#,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        guard push.isReadBySystem, push.shownTexts.contains(where: { !$0.text.isBlank }),
            // Another rule covers the alert of a `start` event.
            push.activityEvent != .start
        else { return }
        for shown in push.shownTexts where shown.text.isBlank {
            report.add("\(shown.key) is empty", at: shown.node)
        }
    }
}
