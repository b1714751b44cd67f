// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let profileOfOtherApp = DoctorCheck(
        "profile-of-other-app", .error, "a provisioning profile is for another bundle identifier",
        why: "Signing fails. Push notifications need a profile for exactly the target's bundle "
            + "identifier.",
        remedy: "create a profile for the target's bundle identifier, and one for each "
            + "configuration that has its own identifier",
        wrong: RuleExample(
            ProfileExample.manual,
            ProfileExample.profile(environment: "development", app: "com.example.corner.beta")),
        right: RuleExample(
            ProfileExample.manual, ProfileExample.profile(environment: "development")),
        claim: .documented("Create a development provisioning profile")
    ) { project, report in
        for target in project.targets where target.product.isSigned {
            report.examineProfiles(of: target) { configuration, profile in
                guard let bundleID = configuration.bundleID, !bundleID.isEmpty,
                    !bundleID.contains("$"), !profile.allows(bundleID: bundleID)
                else { return nil }
                return "the bundle identifier of \(target.name) is \(bundleID), but the profile "
                    + "\(profile.shownName) is for another identifier"
            }
        }
    }
}
