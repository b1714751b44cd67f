// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let timeSensitiveEntitlementMissing = DoctorCheck(
        "entitlement-time-sensitive-missing", .warning,
        "time-sensitive notifications are created without their entitlement",
        why: "Without the entitlement the system treats the level as active: the notification does "
            + "not break through a Focus or the scheduled summary.",
        remedy: "add the Time Sensitive Notifications capability to the app's target",
        wrong: RuleExample(
            SampleApp.entitlements(without: EntitlementKey.timeSensitive)),
        right: RuleExample(SampleApp.entitlements()),
        claim: .documented("UNNotificationInterruptionLevel")
    ) { project, report in
        for app in project.apps {
            guard
                let use = project.assignment(ofInterruptionLevel: "timeSensitive", anywhereIn: app)
            else { continue }
            report.examine(app) { configuration in
                guard configuration.entitlement(EntitlementKey.timeSensitive).isOff else {
                    return nil
                }
                return (
                    "a notification is time-sensitive, but \(app.name) has no entitlement for it",
                    nil, use
                )
            }
        }
    }
}
