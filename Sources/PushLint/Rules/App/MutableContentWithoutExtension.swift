// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let mutableContentWithoutExtension = LintRule(
        "mutable-content-without-extension", .warning, "the app has no service extension",
        why: "With mutable-content, iOS first runs the app's notification service extension. If "
            + "there is none, the notification is shown unchanged.",
        remedy: "add a Notification Service Extension to the app, or remove mutable-content",
        wrong: #"{"aps": {"alert": "A photo", "mutable-content": 1}}"#,
        right: #"{"aps": {"alert": "A photo"}}"#,
        claim: .documented("Modifying content in newly delivered notifications")
    ) { push, report in
        guard let app = push.app, app.hasServiceExtension == false, push.pushType == .alert,
            push.payload.aps?.mutableContent == true, let member = push[.mutableContent]
        else { return }
        report.add("\(app.name) has no notification service extension", at: member)
    }
}
