// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let criticalAlertsNotRequested = DoctorCheck(
        "critical-alerts-not-requested", .warning,
        "the app is entitled to critical alerts, but never requests permission for them",
        why: "The entitlement alone is not enough: the system shows a separate prompt for critical "
            + "alerts, and only if the options of a request contain criticalAlert.",
        remedy: "add .criticalAlert to the options of requestAuthorization",
        wrong: RuleExample(
            SampleApp.entitlements(adding: [
                "com.apple.developer.usernotifications.critical-alerts": true
            ])),
        right: RuleExample(
            .init("App/Permission.swift", CriticalAlertsNotRequested.requestingPermission),
            SampleApp.entitlements(adding: [
                "com.apple.developer.usernotifications.critical-alerts": true
            ])),
        claim: .documented("UNAuthorizationOptions, criticalAlert")
    ) { project, report in
        for app in project.apps {
            let isEntitled = app.configurations.contains {
                $0.entitlement(EntitlementKey.criticalAlerts).value?.bool == true
            }
            guard isEntitled, !project.mayLackCode(app) else { continue }
            report.markExamined(app.name)
            let code = project.code(of: app)
            let requests = code.flatMap(\.requestedOptions)
            // A request whose options are defined elsewhere may contain `criticalAlert`.
            guard !requests.isEmpty, !requests.contains(where: { $0 == nil }),
                !requests.contains(where: { $0?.contains("criticalAlert") == true })
            else { continue }
            for source in code {
                guard let call = source.calls(of: "requestAuthorization").first else { continue }
                report.add(
                    "the permission request of \(app.name) does not contain criticalAlert",
                    at: source.location(of: call.argument("options") ?? ExprSyntax(call)))
                break
            }
        }
    }
}

/// Code shared by several examples about critical alerts.
enum CriticalAlertsNotRequested {
    static let requestingPermission = """
        import UserNotifications

        struct Permission {
            func ask() async throws -> Bool {
                let center = UNUserNotificationCenter.current()
                let granted = try await center.requestAuthorization(
                    options: [.alert, .sound, .badge, .criticalAlert])
                if !granted { await Hints.shared.explainSettings() }
                return granted
            }
        }
        """
}
