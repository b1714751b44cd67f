// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let frequentUpdatesNotDeclared = DoctorCheck(
        "live-activities-frequent-updates", .note,
        "Live Activities are updated by push without NSSupportsLiveActivitiesFrequentUpdates",
        why: "With the key, the budget for updates with priority 10 is larger. Apps for sports or "
            + "navigation need it; most others do not.",
        remedy: "set NSSupportsLiveActivitiesFrequentUpdates to YES if the activity is updated "
            + "every few minutes or more often",
        wrong: RuleExample(
            SampleApp.info(without: "NSSupportsLiveActivitiesFrequentUpdates")),
        right: RuleExample(SampleApp.info()),
        claim: .documented(
            "Starting and updating Live Activities with ActivityKit push notifications")
    ) { project, report in
        let key = "NSSupportsLiveActivitiesFrequentUpdates"
        for app in project.apps where app.mayBeIOS {
            let usage = project.firstUse(
                of: "frequentPushesEnabled", "frequentPushEnablementUpdates", in: app)
            let pushed = project.code(of: app).lazy.compactMap(\.activityPushType).first
            let location =
                usage ?? pushed?.location
                ?? project.firstUse(of: "pushTokenUpdates", "pushToStartTokenUpdates", in: app)
            guard let location else { continue }
            report.examine(app) { configuration in
                guard configuration.info(key).isOff else { return nil }
                let message =
                    usage == nil
                    ? "\(app.name) updates Live Activities by push, but does not declare \(key)"
                    : "\(app.name) uses frequent updates, but does not declare \(key)"
                return (message, nil, location)
            }
        }
    }
}

extension SwiftSource {
    /// The first `pushType` argument that is not `nil` in the requests for Live Activities.
    var activityPushType: (name: String, location: Diagnostic.Location)? {
        for call in activityRequests {
            guard let type = call.argument("pushType") else { continue }
            let text = type.trimmedDescription
            if text != "nil" { return (text, location(of: type)) }
        }
        return nil
    }
}
