// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let criticalNeedsApproval = LintRule(
        "critical-needs-approval", .note, "critical alerts need Apple's approval",
        why: "Apple grants the entitlement on request, for health, safety and security only. The "
            + "person must also allow critical alerts. Without both, iOS shows an ordinary alert.",
        remedy: "ask Apple for the entitlement, or use time-sensitive",
        wrong: """
            {
              "aps": {
                "alert": "Smoke in the kitchen",
                "sound": {"critical": 1, "name": "default", "volume": 1},
                "interruption-level": "critical"
              }
            }
            """,
        right: """
            {"aps": {"alert": "Your taxi is here", "interruption-level": "time-sensitive"}}
            """,
        claim: .documented("UNAuthorizationOptions criticalAlert")
    ) { push, report in
        // If the app's entitlements are known, another rule reports this more precisely.
        guard push.context.app?.entitlements == nil else { return }
        let level = push.level.flatMap {
            $0.value == InterruptionLevel.critical.rawValue ? $0.member.value : nil
        }
        guard let node = level ?? (push.hasCriticalSound ? push.soundNode : nil) else { return }
        report.add("this is a critical alert", at: node)
    }
}
