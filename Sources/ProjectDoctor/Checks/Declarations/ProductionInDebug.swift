// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let productionInDebug = DoctorCheck(
        "entitlement-production-in-debug", .warning,
        "a development configuration declares the production environment",
        why: "A development profile allows only development: signing fails, or Xcode replaces the "
            + "value with development. Tokens of such a build are valid only at "
            + "api.sandbox.push.apple.com; the production host returns BadDeviceToken for them. "
            + "The reverse, development in Release, is normal: Xcode writes production when it "
            + "signs for TestFlight and the App Store.",
        remedy: "write development; signing for distribution changes it to production",
        wrong: RuleExample(SampleApp.entitlements(adding: ["aps-environment": "production"])),
        right: RuleExample(SampleApp.entitlements(adding: ["aps-environment": "development"])),
        claim: .reported("Xcode's signing of development builds")
    ) { project, report in
        for app in project.apps {
            var wrong: [(name: String, location: Diagnostic.Location)] = []
            for configuration in app.configurations where configuration.isDebug {
                guard let value = configuration.environment.value?.string else { continue }
                report.markExamined("\(app.name) (\(configuration.name))")
                guard value == "production", !configuration.isSignedForDistribution else {
                    continue
                }
                let location = configuration.location(
                    ofEntitlement: EntitlementKey.environment, in: app)
                wrong.append((configuration.name, location))
            }
            // Configurations with the same entitlements file yield equal findings, of which the
            // report keeps one.
            for (_, location) in wrong {
                let names = wrong.filter { $0.location == location }.map(\.name)
                report.add(
                    "aps-environment of \(app.name) is production in "
                        + names.joined(separator: ", "),
                    at: location)
            }
        }
    }
}

extension AppTarget.Configuration {
    /// Whether the settings or the profile show that this configuration is signed for distribution.
    fileprivate var isSignedForDistribution: Bool {
        if profile?.entitlements["aps-environment"]?.string == "production" { return true }
        return settings.contains { key, value in
            key.hasPrefix("CODE_SIGN_IDENTITY") && value.contains("Distribution")
        }
    }
}
