// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import PushLint
import SwiftSyntax

extension DoctorCheck {
    static let badgeNumberDeprecated = DoctorCheck.code(
        "badge-number-deprecated", .warning, "applicationIconBadgeNumber is deprecated",
        why: "applicationIconBadgeNumber is deprecated since iOS 17. Its replacement "
            + "setBadgeCount(_:), available since iOS 16, reports errors and also works in "
            + "extensions.",
        remedy: "call UNUserNotificationCenter.current().setBadgeCount(_:)",
        wrong: RuleExample(
            .init(
                "App/Badge.swift",
                example(
                    "UIApplication.shared.applicationIconBadgeNumber = 0"))),
        right: RuleExample(
            .init(
                "App/Badge.swift",
                example(
                    "UNUserNotificationCenter.current().setBadgeCount(0)"))),
        claim: .documented("UIApplication, applicationIconBadgeNumber")
    ) { unit, report in
        // The replacement requires iOS 16.
        if let minimum = unit.minimumOS, minimum < OSVersion(16, 0) { return }
        for mention in unit.code.mentions("applicationIconBadgeNumber") {
            report.markExamined(unit.name)
            guard !mention.node.isFallback else { continue }
            report.add(
                "applicationIconBadgeNumber is deprecated since iOS 17", at: mention.location)
        }
    }

    private static func example(_ statement: String) -> String {
        """
        import UIKit
        import UserNotifications

        @MainActor
        enum Badge {
            static func clear() { \(statement) }
        }
        """
    }
}
