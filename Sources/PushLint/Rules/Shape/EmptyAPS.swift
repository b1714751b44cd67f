// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let emptyAPS = LintRule(
        "empty-aps", .warning, "an alert push with an empty aps",
        why: "An alert push with an empty aps shows nothing and does not wake the app. APNs "
            + "accepts it nevertheless.",
        remedy: "add an alert, a sound or a badge, or do not send the push",
        wrong: """
            ---
            apns-push-type: alert
            ---
            {"aps": {}}
            """,
        right: """
            ---
            apns-push-type: alert
            ---
            {"aps": {"badge": 0}}
            """,
        claim: .documented("Generating a remote notification")
    ) { push, report in
        guard let aps = push.aps, aps.value.members?.isEmpty ?? false, push.isPushTypeGiven,
            push.headers[APNSHeader.pushType]?.value == PushType.alert.rawValue,
            !push.isAlertBesideAPS
        else { return }
        report.add("aps is empty, but the push type is alert", at: aps.value)
    }
}
