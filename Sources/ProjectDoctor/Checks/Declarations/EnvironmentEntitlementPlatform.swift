// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let environmentEntitlementPlatform = DoctorCheck(
        "entitlement-aps-environment-platform", .error,
        "the entitlement for APNs has another platform's key",
        why: "macOS reads com.apple.developer.aps-environment; all other systems and Mac Catalyst "
            + "read aps-environment. An entitlement under the wrong key has no effect, and the app "
            + "gets no device token.",
        remedy: "remove the entry, and add the Push Notifications capability to this target",
        wrong: RuleExample(
            SampleApp.entitlements(
                without: "aps-environment",
                adding: ["com.apple.developer.aps-environment": "development"])),
        right: RuleExample(SampleApp.entitlements()),
        claim: .documented("APS Environment Entitlement (macOS)")
    ) { project, report in
        for app in project.apps where !app.platforms.isEmpty {
            let right =
                app.isMacOnly ? EntitlementKey.environmentOnMac : EntitlementKey.environment
            let wrong =
                app.isMacOnly ? EntitlementKey.environment : EntitlementKey.environmentOnMac
            guard app.configurations.contains(where: { $0.environment != .absent }) else {
                continue
            }
            report.examine(app) { configuration in
                guard configuration.entitlement(right) == .absent,
                    configuration.entitlement(wrong) != .absent
                else { return nil }
                return (
                    "\(app.name) is built for \(app.platforms.sorted().joined(separator: ", ")), "
                        + "but declares \(wrong)", "rename it to \(right)",
                    configuration.location(ofEntitlement: wrong, in: app)
                )
            }
        }
    }
}
