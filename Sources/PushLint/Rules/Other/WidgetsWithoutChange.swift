// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let widgetsWithoutChange = LintRule(
        "content-changed-missing", .error, "a push for widgets or controls without content-changed",
        why: "The key content-changed in aps makes the system reload widgets or controls. Without "
            + "this key, the push does nothing.",
        remedy: "send {\"aps\": {\"content-changed\": true}}",
        wrong: """
            ---
            apns-push-type: widgets
            ---
            {"aps": {"content-available": 1}}
            """,
        right: """
            ---
            apns-push-type: widgets
            ---
            {"aps": {"content-changed": true}}
            """,
        claim: .documented("Updating widgets with WidgetKit push notifications")
    ) { push, report in
        guard let type = push.certainType, type == .widgets || type == .controls,
            let aps = push.aps, push.lacks(.contentChanged)
        else { return }
        report.add("aps has no content-changed, but the push type is \(type.rawValue)", at: aps)
    }
}
