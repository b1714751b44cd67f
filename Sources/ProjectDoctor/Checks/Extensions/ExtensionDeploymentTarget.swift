// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let extensionDeploymentTarget = DoctorCheck(
        "extension-deployment-target-above-app", .error,
        "an extension requires a newer system version than its app",
        why: "On system versions between the two deployment targets, the app runs without its "
            + "extension: notifications are shown unchanged, and no error is reported.",
        remedy: "set the extension's deployment target to the app's deployment target",
        wrong: RuleExample(
            SampleApp.manifest(
                """
                    deploymentTarget: "17.0"
                    sources: [Service]
                """,
                by: """
                        deploymentTarget: "18.2"
                        sources: [Service]
                    """)),
        right: RuleExample(SampleApp.manifest("", by: "")),
        claim: .reported("Xcode's templates set the newest system version for a new target")
    ) { project, report in
        for app in project.apps {
            for target in project.extensions(of: app) where target.isAboutNotifications {
                report.examine(target) { configuration in
                    guard let own = configuration.deploymentTarget,
                        let apps = app.configuration(like: configuration)?.deploymentTarget,
                        app.platforms == target.platforms, apps < own
                    else { return nil }
                    return (
                        "\(target.name) requires \(own), but \(app.name) runs on \(apps)", nil,
                        target.location
                    )
                }
            }
        }
    }
}

extension AppTarget {
    /// Whether the target is a notification service or content extension. Widgets may intentionally
    /// require a newer system.
    var isAboutNotifications: Bool {
        extensionPoint == ExtensionPoint.notificationService
            || extensionPoint == ExtensionPoint.notificationContent
    }
}
