// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let backgroundWithoutMode = LintRule(
        "background-without-mode", .warning, "the app lacks the background mode for silent pushes",
        why: "iOS wakes an app for content-available only if its Info.plist lists "
            + "remote-notification under UIBackgroundModes.",
        remedy: "in Xcode, add the Background Modes capability and select Remote notifications",
        wrong: """
            ---
            apns-push-type: background
            apns-priority: 5
            ---
            {"aps": {"content-available": 1}}
            """,
        right: #"{"aps": {"alert": "3 new messages", "badge": 3}}"#,
        claim: .documented("Pushing background updates to your App")
    ) { push, report in
        guard let app = push.app, let modes = app.backgroundModes,
            !modes.contains("remote-notification"),
            push.payload.aps?.contentAvailable == true, push.pushType != .liveactivity,
            let member = push[.contentAvailable]
        else { return }
        report.add(
            "UIBackgroundModes of \(app.name) does not contain remote-notification", at: member)
    }
}
