// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    private static let timeSensitiveKey = "com.apple.developer.usernotifications.time-sensitive"

    static let timeSensitiveWithoutEntitlement = LintRule(
        "time-sensitive-without-entitlement", .warning,
        "the app lacks the entitlement for time-sensitive notifications",
        why: "Without the Time Sensitive Notifications capability, iOS shows the notification as "
            + "an active one: it breaks through neither Focus nor the scheduled summary.",
        remedy: "add the Time Sensitive Notifications capability in Xcode, or use active",
        wrong: #"{"aps": {"alert": "At the door", "interruption-level": "time-sensitive"}}"#,
        right: #"{"aps": {"alert": "At the door", "interruption-level": "active"}}"#,
        claim: .documented("UNNotificationInterruptionLevel.timeSensitive")
    ) { push, report in
        guard let app = push.app, let entitlements = app.entitlements,
            !entitlements.contains(timeSensitiveKey),
            push.payload.aps?.interruptionLevel == .timeSensitive,
            let member = push[.interruptionLevel]
        else { return }
        report.add("\(app.name) has no entitlement \(timeSensitiveKey)", at: member.value)
    }
}
