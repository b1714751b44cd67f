// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let profileEnvironmentDiffers = DoctorCheck(
        "profile-environment-differs", .warning,
        "entitlements and profile contain different APNs environments",
        why: "The profile takes precedence: Xcode refuses to sign, or the tokens of the build "
            + "belong to the profile's environment and the other host returns BadDeviceToken.",
        remedy: "use a development profile for development, and a distribution profile for all "
            + "other builds",
        wrong: RuleExample(
            ProfileExample.manual, ProfileExample.profile(environment: "production")),
        right: RuleExample(
            ProfileExample.manual, ProfileExample.profile(environment: "development")),
        claim: .documented("APS Environment Entitlement")
    ) { project, report in
        for app in project.apps {
            report.examineProfiles(of: app) { configuration, profile in
                // When Xcode signs for distribution, it replaces development by production.
                guard let own = configuration.environment.value?.string,
                    let profiles = profile.apnsEnvironment, own != profiles,
                    configuration.isDebug || own == "production"
                else { return nil }
                return "aps-environment of \(app.name) is \(own), but the profile "
                    + "\(profile.shownName) is for \(profiles)"
            }
        }
    }
}
