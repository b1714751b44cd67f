// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import PushLint
import SwiftSyntax

extension DoctorCheck {
    static let summaryArgumentDeprecated = DoctorCheck.code(
        "summary-argument-deprecated", .warning, "summaryArgument has no effect",
        why: "The property is deprecated since iOS 15, because the system itself writes the "
            + "summary of a notification group.",
        remedy: "remove the property; threadIdentifier still groups notifications",
        wrong: RuleExample(.init("App/Digest.swift", example("summaryArgument"))),
        right: RuleExample(.init("App/Digest.swift", example("threadIdentifier"))),
        claim: .documented("UNNotificationContent, summaryArgument")
    ) { unit, report in
        if let minimum = unit.minimumOS, minimum < OSVersion(15, 0) { return }
        for assignment in unit.code.assignments(to: "summaryArgument", "summaryArgumentCount") {
            report.markExamined(unit.name)
            report.add(
                "\(assignment.node.target.lastName ?? "this property") is ignored since iOS 15",
                at: assignment.source.location(of: assignment.node.node))
        }
    }

    private static func example(_ property: String) -> String {
        """
        import UserNotifications

        struct Digest {
            func content() -> UNMutableNotificationContent {
                let content = UNMutableNotificationContent()
                content.\(property) = "Orders"
                return content
            }
        }
        """
    }
}
