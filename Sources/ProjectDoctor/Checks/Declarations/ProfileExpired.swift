// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let profileExpired = DoctorCheck(
        "profile-expired", .error, "a provisioning profile has expired",
        why: "Xcode cannot sign a build with an expired profile, and development builds that were "
            + "signed with it no longer launch.",
        remedy: "renew the profile in the developer account",
        wrong: RuleExample(
            ProfileExample.manual,
            ProfileExample.profile(environment: "development", expires: "2024-06-01T00:00:00Z")),
        right: RuleExample(
            ProfileExample.manual, ProfileExample.profile(environment: "development")),
        claim: .documented("Edit, download, or delete provisioning profiles")
    ) { project, report in
        guard let now = report.now else { return }
        var expired: [(profile: ProvisioningProfile, target: AppTarget)] = []
        for target in project.targets where target.product.isSigned {
            let profiles = target.configurations.compactMap(\.profile)
            if !profiles.isEmpty { report.markExamined(target.name) }
            for profile in profiles {
                guard let end = profile.expires, end < now,
                    !expired.contains(where: { $0.profile.path == profile.path })
                else { continue }
                expired.append((profile, target))
            }
        }
        // Many profiles often expire on the same day because they were created together. One
        // finding therefore covers all of them.
        guard let first = expired.first else { return }
        let location = Diagnostic.Location(file: first.profile.path)
        if expired.count == 1 {
            report.add(
                "the profile \(first.profile.shownName) of \(first.target.name) has expired",
                at: location)
        } else {
            let names = expired.prefix(shownCountMax).map(\.profile.shownName)
            let more = expired.count - names.count
            report.add(
                "\(expired.count) profiles have expired: " + names.joined(separator: ", ")
                    + (more > 0 ? " and \(more) more" : ""), at: location)
        }
    }

    /// The maximum number of expired profiles that the finding mentions.
    private static let shownCountMax = 3
}
