// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let liveActivitiesNotDeclared = DoctorCheck(
        "live-activities-not-declared", .error, "Info.plist lacks NSSupportsLiveActivities",
        why: "Without this key, neither the app nor a push can start a Live Activity.",
        remedy: "set NSSupportsLiveActivities to YES in the app's Info.plist",
        wrong: RuleExample(SampleApp.info(without: "NSSupportsLiveActivities")),
        right: RuleExample(SampleApp.info()),
        claim: .documented("NSSupportsLiveActivities")
    ) { project, report in
        let key = "NSSupportsLiveActivities"
        for app in project.apps where app.mayBeIOS {
            guard let use = project.liveActivity(in: app) else { continue }
            report.examine(app) { configuration in
                guard configuration.info(key).isOff else { return nil }
                let misplaced = project.extensions(of: app).first { target in
                    target.configurations.contains { $0.info(key).value?.bool == true }
                }
                return (
                    "\(app.name) has Live Activities, but does not declare \(key)",
                    misplaced.map { "move \(key) from \($0.name) to the app's Info.plist" },
                    configuration.infoPlist?.location(of: key) ?? use
                )
            }
        }
    }
}
