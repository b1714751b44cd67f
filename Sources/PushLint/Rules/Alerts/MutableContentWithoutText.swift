// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let mutableContentWithoutText = LintRule(
        "mutable-content-without-text", .warning, "mutable-content without text to change",
        why: "The notification service extension runs only for a notification that shows a title, "
            + "a subtitle or a body. Without any of them, the key has no effect.",
        remedy: "add an alert with a title or a body, or remove mutable-content",
        wrong: #"{"aps": {"content-available": 1, "mutable-content": 1}}"#,
        right: #"{"aps": {"alert": {"title": "Ada"}, "mutable-content": 1}}"#,
        claim: .documented("Modifying content in newly delivered notifications")
    ) { push, report in
        guard let member = push[.mutableContent], push.payload.aps?.mutableContent == true,
            push.pushType != .liveactivity, !(push.payload.aps?.alert?.hasText ?? false)
        else { return }
        report.add("mutable-content is set, but there is no text", at: member)
    }
}
