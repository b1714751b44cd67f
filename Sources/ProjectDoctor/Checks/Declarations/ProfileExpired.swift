// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let profileExpired = DoctorCheck(
        "profile-expired", .error, "a provisioning profile has expired",
        why: "Nothing can be signed with it, and development builds that were stop starting.",
        remedy: "make the profile anew in the developer account",
        wrong: RuleExample(
            ProfileExample.manual,
            ProfileExample.profile(environment: "development", expires: "2024-06-01T00:00:00Z")),
        right: RuleExample(
            ProfileExample.manual, ProfileExample.profile(environment: "development")),
        claim: .documented("Edit, download, or delete provisioning profiles")
    ) { project, report in
        guard let now = report.now else { return }
        for target in project.targets where target.product.isSigned {
            report.look(atProfilesOf: target) { _, profile in
                guard let end = profile.expires, end < now else { return nil }
                return "the profile \(profile.shownName) of \(target.name) has expired"
            }
        }
    }
}
