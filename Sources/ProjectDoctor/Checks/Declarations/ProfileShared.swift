// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let profileShared = DoctorCheck(
        "profile-shared", .warning, "two bundle identifiers are signed with one profile",
        why: "A profile with push notifications is for one bundle identifier. Signing fails for "
            + "the other identifier.",
        remedy: "use a separate profile for each configuration",
        wrong: RuleExample(ProfileExample.twoIdentifiers(profile: "Corner")),
        right: RuleExample(ProfileExample.twoIdentifiers(profile: "Corner $(CONFIGURATION)")),
        claim: .documented("Create a development provisioning profile")
    ) { project, report in
        for app in project.apps {
            let entitled = app.configurations.filter { $0.environment.value != nil }
            let named = Dictionary(grouping: entitled) { $0.profileName ?? "" }
            for (name, configurations) in named.sorted(by: { $0.key < $1.key }) {
                guard !name.isEmpty, !name.contains("$") else { continue }
                report.markExamined(app.name)
                let identifiers = Set(configurations.compactMap(\.bundleID)).sorted()
                guard identifiers.count > 1, !identifiers.contains(where: { $0.contains("$") })
                else { continue }
                report.add(
                    "\(app.name) signs \(identifiers.joined(separator: " and ")) with the profile "
                        + "\"\(name.prefix(60))\"", at: app.location)
            }
        }
    }
}

extension AppTarget.Configuration {
    /// The name of the provisioning profile in the settings for manual signing.
    fileprivate var profileName: String? {
        settings["PROVISIONING_PROFILE_SPECIFIER"] ?? settings["PROVISIONING_PROFILE"]
    }
}

extension ProfileExample {
    /// Returns a manifest with one app, whose bundle identifier differs by configuration.
    fileprivate static func twoIdentifiers(profile: String) -> RuleExample.File {
        .init(
            "project.yml",
            """
            name: Corner
            targets:
              Corner:
                type: application
                platform: iOS
                deploymentTarget: "17.0"
                sources: [App, Shared]
                settings:
                  base:
                    INFOPLIST_FILE: App/Info.plist
                    CODE_SIGN_ENTITLEMENTS: App/App.entitlements
                    PRODUCT_BUNDLE_IDENTIFIER: com.example.corner
                    CODE_SIGN_STYLE: Manual
                    PROVISIONING_PROFILE_SPECIFIER: \(profile)
                  configs:
                    Release:
                      PRODUCT_BUNDLE_IDENTIFIER: com.example.corner.store
            """)
    }
}
