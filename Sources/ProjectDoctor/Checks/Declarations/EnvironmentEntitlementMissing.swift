// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let environmentEntitlementMissing = DoctorCheck(
        "entitlement-aps-environment-missing", .error, "the app has no aps-environment entitlement",
        why: "Without it the app gets no device token, so no push reaches the app. Registration "
            + "fails with \"no valid aps-environment entitlement string found\".",
        remedy: "add the Push Notifications capability to the app's target in Xcode",
        wrong: RuleExample(SampleApp.entitlements(without: "aps-environment")),
        right: RuleExample(SampleApp.entitlements()),
        claim: .documented("Registering your app with APNs")
    ) { project, report in
        let candidates = project.apps.filter { $0.platforms != ["watchOS"] }
        if let first = candidates.first, !candidates.contains(where: project.hasPush) {
            let names = candidates.map(\.name).joined(separator: ", ")
            let isKnown = candidates.allSatisfy { !project.mayHaveUnexaminedCode($0) }
            report.add(
                "push notifications are not enabled: \(names.prefix(200)) "
                    + "\(candidates.count == 1 ? "has" : "have") no aps-environment entitlement"
                    + (isKnown ? ", and no code registers with APNs" : ""),
                at: first.location,
                remedy: "if the app should receive pushes, add the Push Notifications capability "
                    + "to the app's target in Xcode and call registerForRemoteNotifications()",
                severity: .note, of: first)
        }
        for app in project.apps {
            let registers = project.registration(in: app) != nil
            let isDeclaredSomewhere = app.configurations.contains { $0.environment != .absent }
            guard registers || isDeclaredSomewhere else { continue }
            // If only a library registers with APNs, it is uncertain whether this app calls that
            // code.
            let isCertain = isDeclaredSomewhere || project.registersItself(app)
            // If two apps use a module, the module may register for the other app, which has the
            // entitlement.
            let isForOther = project.apps.contains { other in
                other.configurations.contains { $0.environment.value != nil }
            }
            guard isCertain || !isForOther else { continue }
            report.examine(app, severity: isCertain ? nil : .warning) { configuration in
                guard configuration.environment == .absent else { return nil }
                var remedy: String?
                if configuration.entitlements == nil,
                    let file = project.unusedEntitlements(near: app)
                {
                    remedy =
                        "set CODE_SIGN_ENTITLEMENTS to \(file), which no target uses, or add the "
                        + "Push Notifications capability in Xcode"
                }
                return (
                    "\(app.name) has no aps-environment entitlement", remedy,
                    configuration.entitlements?.source.location(nil) ?? app.location
                )
            }
        }
    }
}

extension AppTarget.Configuration {
    /// The APNs environment in the entitlements, under the key for iOS or the key for macOS.
    var environment: Declared {
        let ios = entitlement(EntitlementKey.environment)
        let mac = entitlement(EntitlementKey.environmentOnMac)
        if ios.value != nil { return ios }
        return mac == .absent ? ios : mac
    }
}

extension AppProject {
    /// Returns whether an app has or may have the push entitlement, or registers with APNs.
    fileprivate func hasPush(_ app: AppTarget) -> Bool {
        app.configurations.contains { $0.environment != .absent } || registration(in: app) != nil
    }

    /// Returns an entitlements file that is in the folder of an app's code, but to which no
    /// configuration refers.
    fileprivate func unusedEntitlements(near app: AppTarget) -> String? {
        let named = Set(targets.flatMap(\.configurations).compactMap { $0.entitlements?.path })
        let folders = Set(app.sourcePaths.map { $0.split(separator: "/").first })
        return paths.first {
            $0.hasSuffix(".entitlements") && !named.contains($0)
                && folders.contains($0.split(separator: "/").first)
        }
    }
}

/// Keys of entitlements that concern notifications. Source: Entitlements (Bundle Resources).
enum EntitlementKey {
    static let environment = "aps-environment"
    static let environmentOnMac = "com.apple.developer.aps-environment"
    static let timeSensitive = "com.apple.developer.usernotifications.time-sensitive"
    static let criticalAlerts = "com.apple.developer.usernotifications.critical-alerts"
    static let communication = "com.apple.developer.usernotifications.communication"
    static let filtering = "com.apple.developer.usernotifications.filtering"
    static let appGroups = "com.apple.security.application-groups"
    static let pushToTalk = "com.apple.developer.push-to-talk"
    static let locationPush = "com.apple.developer.location.push"

    static let all = [
        environment, environmentOnMac, timeSensitive, criticalAlerts, communication, filtering,
        appGroups, pushToTalk, locationPush,
    ]
}
