// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let responseUnhandled = DoctorCheck(
        "response-unhandled", .warning, "nothing handles the buttons of the app's notifications",
        why: "A tap on a button launches the app and calls the delegate's "
            + "userNotificationCenter(_:didReceive:). Without that method the button has no "
            + "effect, and a tap on the notification only opens the app.",
        remedy: "implement userNotificationCenter(_:didReceive:) in the delegate, and evaluate the "
            + "response's actionIdentifier",
        wrong: RuleExample(
            .init("App/AppDelegate+Notifications.swift", withoutResponse)),
        right: RuleExample(
            .init("App/AppDelegate+Notifications.swift", PresentationExample.right)),
        claim: .documented("Handling notifications and notification-related actions")
    ) { project, report in
        // A notification content extension may handle the actions itself.
        let inContent = project.sources.values.contains { source in
            source.facts.types.flatMap(\.methods).contains {
                $0.selector == "didReceive(_:completionHandler:)"
            }
        }
        for unit in report.codeUnits(of: project) {
            guard let delegate = unit.code.centerDelegates.first else { continue }
            report.markExamined(unit.name)
            guard unit.isWhole, !unit.usesFirebase, !inContent,
                unit.code.responseMethods.isEmpty
            else { continue }
            let location = delegate.source.location(of: delegate.type.node.nameNode)
            let buttons = unit.code.calls("UNNotificationAction", "UNTextInputNotificationAction")
            if buttons.isEmpty {
                report.add(
                    "\(delegate.type.name) does not implement didReceive, so a tap only opens the "
                        + "app", at: location, severity: .note)
            } else {
                report.add(
                    "the app's notifications have buttons, but \(delegate.type.name) does not "
                        + "implement didReceive", at: location)
            }
        }
    }

    private static let withoutResponse = """
        import UserNotifications

        extension AppDelegate: UNUserNotificationCenterDelegate {
            func userNotificationCenter(
                _ center: UNUserNotificationCenter, willPresent notification: UNNotification
            ) async -> UNNotificationPresentationOptions {
                [.banner, .list, .sound]
            }
        }
        """
}

extension CodeIndex {
    /// The methods that handle a person's response to a notification.
    fileprivate var responseMethods: [Occurrence<CodeMethod>] {
        methods(in: [
            "userNotificationCenter(_:didReceive:)",
            "userNotificationCenter(_:didReceive:withCompletionHandler:)",
        ])
    }
}
