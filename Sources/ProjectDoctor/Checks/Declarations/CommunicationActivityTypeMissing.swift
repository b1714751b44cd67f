// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let communicationActivityTypeMissing = DoctorCheck(
        "communication-activity-type-missing", .warning,
        "NSUserActivityTypes lacks the intent of a communication notification",
        why: "The app must declare that it handles the intent; otherwise the notification is not "
            + "shown as a message or call from a person.",
        remedy: "add the intent's name to NSUserActivityTypes in the app's Info.plist",
        wrong: RuleExample(
            .init("Service/NotificationService.swift", CommunicationExample.service),
            SampleApp.entitlements(adding: [
                "com.apple.developer.usernotifications.communication": true
            ])),
        right: CommunicationExample.right,
        claim: .documented("Implementing communication notifications")
    ) { project, report in
        for app in project.apps {
            guard let use = project.communication(in: app) else { continue }
            report.examine(app) { configuration in
                guard configuration.info("NSUserActivityTypes").lacks(use.intent) else {
                    return nil
                }
                return (
                    "NSUserActivityTypes of \(app.name) lacks \(use.intent)", nil,
                    configuration.location(ofInfo: "NSUserActivityTypes", in: app)
                )
            }
        }
    }
}
