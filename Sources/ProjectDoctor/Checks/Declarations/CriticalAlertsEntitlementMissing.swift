// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let criticalAlertsEntitlementMissing = DoctorCheck(
        "entitlement-critical-alerts-missing", .warning,
        "critical alerts are used without their entitlement",
        why: "Apple grants this entitlement on request, for health, safety and security. Without "
            + "it the option is not granted, and critical sounds and levels are treated as "
            + "ordinary ones.",
        remedy: "request the entitlement from Apple, or use the time-sensitive level",
        wrong: RuleExample(
            .init(
                "App/Permission.swift",
                """
                import UserNotifications

                struct Permission {
                    func ask() async throws -> Bool {
                        try await UNUserNotificationCenter.current().requestAuthorization(
                            options: [.alert, .sound, .badge, .criticalAlert])
                    }
                }
                """)),
        right: RuleExample(
            .init("App/Permission.swift", CriticalAlertsNotRequested.requestingPermission),
            SampleApp.entitlements(adding: [
                "com.apple.developer.usernotifications.critical-alerts": true
            ])),
        claim: .documented("com.apple.developer.usernotifications.critical-alerts")
    ) { project, report in
        for app in project.apps {
            guard let use = project.criticalAlert(in: app) else { continue }
            report.examine(app) { configuration in
                guard configuration.entitlement(EntitlementKey.criticalAlerts).isOff else {
                    return nil
                }
                return (
                    "\(app.name) uses critical alerts, but has no entitlement for them", nil, use
                )
            }
        }
    }
}

extension AppProject {
    /// Returns the location at which the code of an app or of its extensions requests or creates
    /// critical alerts.
    fileprivate func criticalAlert(in app: AppTarget) -> Diagnostic.Location? {
        for source in codeWithExtensions(of: app) {
            for call in source.calls(of: "requestAuthorization") {
                guard let options = call.argument("options"),
                    options.memberNames?.contains("criticalAlert") == true
                else { continue }
                return source.location(of: options)
            }
            for name in ["defaultCritical", "criticalSoundNamed", "defaultCriticalSound"] {
                if let use = source.uses(of: name).first { return source.location(of: use) }
            }
        }
        return assignment(ofInterruptionLevel: "critical", anywhereIn: app)
    }
}
