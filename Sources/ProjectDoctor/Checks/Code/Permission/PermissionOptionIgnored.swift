// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let permissionOptionIgnored = DoctorCheck.code(
        "permission-option-ignored", .warning,
        "the request contains an option that the system ignores",
        why: "The options timeSensitive and announcement are deprecated since iOS 15. The "
            + "entitlement and the interruption level decide whether a notification is "
            + "time-sensitive.",
        remedy: "remove the option; for time-sensitive notifications add the Time Sensitive "
            + "Notifications capability",
        wrong: RuleExample(.init("App/Permission.swift", example("[.alert, .timeSensitive]"))),
        right: RuleExample(.init("App/Permission.swift", example("[.alert, .sound]"))),
        claim: .documented("UNAuthorizationOptions")
    ) { unit, report in
        for call in unit.code.calls("requestAuthorization") {
            guard let options = call.node.requestedOptions else { continue }
            report.markExamined(unit.name)
            for token in options.tokens(viewMode: .sourceAccurate) {
                guard case .identifier(let name) = token.tokenKind,
                    ["timeSensitive", "announcement"].contains(name)
                else { continue }
                report.add("the option .\(name) has no effect", at: call.source.location(of: token))
            }
        }
    }

    private static func example(_ options: String) -> String {
        """
        import UserNotifications

        struct Permission {
            func ask() async throws -> Bool {
                try await UNUserNotificationCenter.current()
                    .requestAuthorization(options: \(options))
            }
        }
        """
    }
}
