// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    private static let criticalKey = "com.apple.developer.usernotifications.critical-alerts"

    static let criticalWithoutEntitlement = LintRule(
        "critical-without-entitlement", .warning,
        "the app lacks the entitlement for critical alerts",
        why: "Critical alerts need an entitlement that Apple grants on request. Without the "
            + "entitlement, iOS delivers an ordinary notification, which the mute switch silences.",
        remedy: "ask Apple for the entitlement, or use time-sensitive",
        wrong: """
            {
              "aps": {
                "alert": "Smoke in the kitchen",
                "sound": {"critical": 1, "name": "default", "volume": 1.0}
              }
            }
            """,
        right: #"{"aps": {"alert": "Smoke in the kitchen", "sound": "default"}}"#,
        claim: .documented("com.apple.developer.usernotifications.critical-alerts")
    ) { push, report in
        guard let app = push.app, let entitlements = app.entitlements,
            !entitlements.contains(criticalKey)
        else { return }
        let message = "\(app.name) has no entitlement \(criticalKey)"
        if let node = push[.sound]?.value["critical"],
            node.value.intValue == 1 || node.value.boolValue == true
        {
            report.add(message, at: node)
        } else if push.payload.aps?.interruptionLevel == .critical,
            let member = push[.interruptionLevel]
        {
            report.add(message, at: member.value)
        }
    }
}
