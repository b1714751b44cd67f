// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let profileWithoutPush = DoctorCheck(
        "profile-without-push", .error, "a provisioning profile does not allow push notifications",
        why:
            "The profile was created before the App ID had the capability, or is for a wildcard "
            + "App ID. Signing fails or omits aps-environment, and then the app gets no device "
            + "token.",
        remedy: "turn on Push Notifications for the App ID and create the profile again",
        wrong: RuleExample(ProfileExample.manual, ProfileExample.profile(environment: nil)),
        right: RuleExample(
            ProfileExample.manual, ProfileExample.profile(environment: "development")),
        claim: .documented("Registering your app with APNs")
    ) { project, report in
        for app in project.apps {
            report.examineProfiles(of: app) { configuration, profile in
                guard configuration.environment.value != nil, profile.apnsEnvironment == nil else {
                    return nil
                }
                return "the profile \(profile.shownName) has no aps-environment, but the "
                    + "entitlements of \(app.name) have it"
            }
            // A profile to which no configuration refers may be outdated, or may be used only by a
            // build machine.
            let named = Set(app.configurations.compactMap { $0.profile?.path })
            let isEntitled = app.configurations.contains { $0.environment.value != nil }
            for profile in project.profiles where isEntitled && !named.contains(profile.path) {
                let isForApp = app.configurations.contains { configuration in
                    configuration.bundleID.map {
                        profile.applicationID?.hasSuffix("." + $0) == true
                    }
                        == true && profile.allows(bundleID: configuration.bundleID ?? "")
                }
                guard isForApp, profile.apnsEnvironment == nil else { continue }
                report.add(
                    "the profile \(profile.shownName) for \(app.name) has no aps-environment",
                    at: Diagnostic.Location(file: profile.path), severity: .warning)
            }
        }
    }
}

extension ProvisioningProfile {
    /// The profile's name in quotation marks, shortened.
    var shownName: String { "\"\(name.prefix(60))\"" }
}

extension DoctorReport {
    /// Examines the profiles to which the configurations of a target refer.
    mutating func examineProfiles(
        of target: AppTarget,
        _ problem: (AppTarget.Configuration, ProvisioningProfile) -> String?
    ) {
        guard target.configurations.contains(where: { $0.profile != nil }) else { return }
        examine(target) { configuration in
            guard let profile = configuration.profile,
                let message = problem(configuration, profile)
            else { return nil }
            return (message, nil, Diagnostic.Location(file: profile.path))
        }
    }
}

/// Files shared by several examples about profiles.
enum ProfileExample {
    /// The sample app's manifest with manual signing.
    static let manual = SampleApp.manifest(
        "    dependencies:\n",
        by: "        CODE_SIGN_STYLE: Manual\n"
            + "        PROVISIONING_PROFILE_SPECIFIER: Corner Development\n    dependencies:\n")

    /// Returns a profile in the form that `security cms -D` prints, without the CMS envelope of a
    /// real profile.
    static func profile(
        environment: String?, app: String = "com.example.corner",
        expires: String = "2036-06-01T00:00:00Z"
    ) -> RuleExample.File {
        var entitlements: [(String, SamplePlist)] = [
            ("application-identifier", .string("TEAM123456." + app))
        ]
        if let environment { entitlements.append(("aps-environment", .string(environment))) }
        return .init(
            "Profiles/Corner_Development.mobileprovision",
            SampleApp.plist([
                "Name": "Corner Development",
                "UUID": "5D0F7C1A-1111-4222-8333-A1B2C3D4E5F6",
                "TeamIdentifier": ["TEAM123456"],
                "ExpirationDate": .date(expires),
                "Entitlements": .dictionary(entitlements),
            ]))
    }
}
