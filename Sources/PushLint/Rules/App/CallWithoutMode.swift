// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let callWithoutMode = LintRule(
        "call-without-mode", .warning, "the app lacks the background mode for calls",
        why: "PushKit provides a token for calls only to an app whose Info.plist lists voip under "
            + "UIBackgroundModes.",
        remedy: "in Xcode, add the Background Modes capability and select Voice over IP",
        wrong: """
            ---
            apns-push-type: voip
            apns-expiration: 0
            ---
            {"aps": {}, "caller": "Ada"}
            """,
        right: #"{"aps": {"alert": {"title": "Missed call", "body": "Ada"}}}"#,
        claim: .documented("Responding to VoIP Notifications from PushKit")
    ) { push, report in
        guard push.statedType == .voip, let app = push.app,
            let modes = app.backgroundModes, !modes.contains("voip")
        else { return }
        report.add(
            "UIBackgroundModes of \(app.name) does not contain voip", header: APNSHeader.pushType)
    }
}
