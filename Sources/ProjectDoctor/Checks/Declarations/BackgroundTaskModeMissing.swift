// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let fetchModeMissing = DoctorCheck(
        "background-mode-fetch-missing", .warning, "UIBackgroundModes lacks fetch",
        why: "Without this mode, app refresh tasks never run, so the app fetches missed "
            + "notifications only while it is in use.",
        remedy: "select Background fetch under Background Modes in Xcode",
        wrong: RuleExample(
            SampleApp.info(adding: ["UIBackgroundModes": ["remote-notification"]])),
        right: RuleExample(SampleApp.info()),
        claim: .documented("BGAppRefreshTaskRequest")
    ) { project, report in
        for app in project.apps where app.mayBeIOS {
            requireMode("fetch", forCallsOf: "BGAppRefreshTaskRequest", in: app, project, &report)
        }
    }

    static let processingModeMissing = DoctorCheck(
        "background-mode-processing-missing", .warning, "UIBackgroundModes lacks processing",
        why: "Without this mode, processing tasks never run.",
        remedy: "select Background processing under Background Modes in Xcode",
        wrong: RuleExample(.init("App/Cleaning.swift", cleaning), permittingCleaning()),
        right: RuleExample(
            .init("App/Cleaning.swift", cleaning),
            permittingCleaning([
                "UIBackgroundModes": ["remote-notification", "fetch", "processing"]
            ])),
        claim: .documented("BGProcessingTaskRequest")
    ) { project, report in
        for app in project.apps where app.mayBeIOS {
            requireMode(
                "processing", forCallsOf: "BGProcessingTaskRequest", in: app, project, &report)
        }
    }

    private static func requireMode(
        _ mode: String, forCallsOf name: String, in app: AppTarget, _ project: AppProject,
        _ report: inout DoctorReport
    ) {
        for source in project.code(of: app) {
            guard let call = source.calls(of: name).first else { continue }
            report.examine(app) { configuration in
                guard configuration.backgroundModes.lacks(mode) else { return nil }
                return (
                    "\(app.name) schedules a \(name), but lacks the background mode \(mode)", nil,
                    source.location(of: call.calledExpression)
                )
            }
            return
        }
    }

    private static func permittingCleaning(
        _ others: KeyValuePairs<String, SamplePlist> = [:]
    ) -> RuleExample.File {
        .init(
            "App/Info.plist",
            SampleApp.plist(
                [
                    (
                        "BGTaskSchedulerPermittedIdentifiers",
                        ["com.example.corner.refresh", "com.example.corner.clean"]
                    ),
                    ("NSSupportsLiveActivities", true),
                    ("NSSupportsLiveActivitiesFrequentUpdates", true),
                ]
                    + (others.isEmpty
                        ? [("UIBackgroundModes", ["remote-notification", "fetch"])]
                        : others.map { ($0.key, $0.value) })))
    }

    private static let cleaning = """
        import BackgroundTasks

        enum Cleaning {
            static func schedule() throws {
                try BGTaskScheduler.shared.submit(
                    BGProcessingTaskRequest(identifier: "com.example.corner.clean"))
            }
        }
        """
}
