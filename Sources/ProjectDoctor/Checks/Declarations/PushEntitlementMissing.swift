// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let pushEntitlementMissing = DoctorCheck(
        "push-entitlement-missing", .error, "the app has no aps-environment entitlement",
        why: "Without it the system gives the app no device token, so no push can reach it. "
            + "Registration fails with \"no valid aps-environment entitlement string found\".",
        remedy: "add the capability Push Notifications to the app's target in Xcode",
        wrong: RuleExample(
            .init("App/App.entitlements", SampleApp.plist([:]))),
        right: RuleExample(
            .init(
                "App/App.entitlements", SampleApp.plist(["aps-environment": "development"]))),
        claim: .documented("Registering your app with APNs")
    ) { project, report in
        for app in project.apps where app.usesRemoteNotifications(project) {
            for configuration in app.configurations {
                report.looked("\(app.name) (\(configuration.name))")
                let entitlements = configuration.entitlements
                guard entitlements?.value["aps-environment"] == nil else { continue }
                report.add(
                    "\(app.name) has no aps-environment entitlement in \(configuration.name)",
                    at: entitlements?.source.location(nil) ?? app.location)
            }
        }
    }
}

extension AppTarget {
    /// Whether its code registers for remote notifications.
    func usesRemoteNotifications(_ project: AppProject) -> Bool {
        project.code(of: self).contains { source in
            source.text.contains("registerForRemoteNotifications")
        }
    }
}

extension SwiftSource {
    var text: String { String(decoding: source.bytes, as: UTF8.self) }
}
