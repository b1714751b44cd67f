// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let changeElsewhere = LintRule(
        "content-changed-elsewhere", .warning,
        "content-changed in a push that is not for widgets or controls",
        why: "Only pushes of the types widgets and controls reload widgets and controls. In "
            + "any other push, the key has no effect.",
        remedy: "send the push with apns-push-type widgets or controls, to a token of the same "
            + "type",
        wrong: """
            ---
            apns-push-type: alert
            ---
            {"aps": {"alert": "Your parcel is here", "content-changed": true}}
            """,
        right: """
            ---
            apns-push-type: widgets
            ---
            {"aps": {"content-changed": true}}
            """,
        claim: .documented("Updating widgets with WidgetKit push notifications")
    ) { push, report in
        guard let type = push.certainType, type != .widgets, type != .controls,
            let member = push.first(of: [.contentChanged])
        else { return }
        report.add(
            "content-changed has no effect in \(type.article) \(type.rawValue) "
                + "push", at: member)
    }
}
