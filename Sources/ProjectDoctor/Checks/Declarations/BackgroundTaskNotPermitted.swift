// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let backgroundTaskNotPermitted = DoctorCheck(
        "background-task-not-permitted", .error,
        "a background task is not in BGTaskSchedulerPermittedIdentifiers",
        why: "The system refuses to register or schedule a task whose identifier is not in that "
            + "list.",
        remedy: "add the task's identifier to that list in Info.plist",
        wrong: RuleExample(
            SampleApp.info(adding: [
                "BGTaskSchedulerPermittedIdentifiers": ["com.example.corner.update"]
            ])),
        right: RuleExample(SampleApp.info()),
        claim: .documented("BGTaskSchedulerPermittedIdentifiers")
    ) { project, report in
        let key = "BGTaskSchedulerPermittedIdentifiers"
        for app in project.apps where app.mayBeIOS {
            let index = project.index(of: app)
            for source in index.sources where source.facts.imports.contains("BackgroundTasks") {
                for use in source.backgroundTasks(index) {
                    report.examine(app) { configuration in
                        let permitted = configuration.info(key)
                        // The list is required even for a task with a computed identifier.
                        let isMissing =
                            use.identifier.map { !permitted.permits($0) } ?? (permitted == .absent)
                        guard isMissing else { return nil }
                        return (
                            use.identifier.map { "\(key) of \(app.name) lacks \($0)" }
                                ?? "\(app.name) registers a background task, but has no \(key)",
                            nil, use.location
                        )
                    }
                }
            }
        }
    }
}

extension Declared {
    /// Returns whether the list permits an identifier, directly or by a pattern such as
    /// `com.example.app.*`. An unknown list may permit any identifier.
    fileprivate func permits(_ identifier: String) -> Bool {
        switch self {
        case .absent: false
        case .unknown: true
        case .present(let value):
            value.listItems.contains {
                $0 == identifier || $0.hasSuffix("*") && identifier.hasPrefix($0.dropLast())
            }
        }
    }
}

extension SwiftSource {
    /// Returns the background tasks that are registered or scheduled, each with its identifier if
    /// the identifier is a literal or a constant.
    fileprivate func backgroundTasks(
        _ index: CodeIndex
    ) -> [(identifier: String?, location: Diagnostic.Location)] {
        let registered = calls(of: "register").compactMap {
            $0.argument("forTaskWithIdentifier")
        }
        let scheduled = ["BGAppRefreshTaskRequest", "BGProcessingTaskRequest"].flatMap {
            calls(of: $0).compactMap { $0.argument("identifier") }
        }
        return (registered + scheduled).map { (index.text(of: $0), location(of: $0)) }
    }
}
