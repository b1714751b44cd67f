// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let extensionBundleID = DoctorCheck(
        "extension-bundle-id-not-prefixed", .error,
        "an extension's bundle identifier does not begin with the app's bundle identifier",
        why: "An app with such an extension cannot be installed, and the App Store rejects it.",
        remedy: "use the app's bundle identifier, a period and a name",
        wrong: RuleExample(
            SampleApp.manifest("com.example.corner.service", by: "com.example.service")),
        right: RuleExample(SampleApp.manifest("", by: "")),
        claim: .reported("Xcode: the embedded binary's identifier is not prefixed with the app's")
    ) { project, report in
        for target in project.targets where target.product == .appExtension {
            for app in project.apps(for: target) {
                report.examine(target) { configuration in
                    guard let own = configuration.bundleID, !own.contains("$"), !own.isEmpty,
                        let apps = app.configuration(like: configuration)?.bundleID,
                        !apps.contains("$"), !apps.isEmpty, !own.hasPrefix(apps + ".")
                    else { return nil }
                    return (
                        "the bundle identifier of \(target.name) is \(own), but the bundle "
                            + "identifier of \(app.name) is \(apps)",
                        "rename it to \(apps).\(own.split(separator: ".").last ?? "extension")",
                        target.location
                    )
                }
            }
        }
    }
}

extension AppProject {
    /// Returns the apps that embed an extension. If no app embeds it, returns the only app for the
    /// same platforms.
    fileprivate func apps(for target: AppTarget) -> [AppTarget] {
        let embedding = apps(embedding: target)
        guard embedding.isEmpty else { return embedding }
        let possible = apps.filter { $0.platforms == target.platforms }
        return possible.count == 1 && target.isAboutNotifications ? possible : []
    }
}
