// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let foregroundPresentationMissing = DoctorCheck.code(
        "foreground-presentation-missing", .warning,
        "notifications are not shown while the app is in the foreground",
        why: "Without userNotificationCenter(_:willPresent:), a notification that arrives while "
            + "the app is in the foreground is not shown or listed, and makes no sound.",
        remedy: "implement this method in the notification center's delegate and return "
            + "presentation options, such as [.banner, .list, .sound]",
        wrong: RuleExample(
            .init(
                "App/AppDelegate+Notifications.swift",
                """
                import UserNotifications

                extension AppDelegate: UNUserNotificationCenterDelegate {
                    func userNotificationCenter(
                        _ center: UNUserNotificationCenter,
                        didReceive response: UNNotificationResponse
                    ) async {
                        await Navigation.shared.open(response.notification.request.content.userInfo)
                    }
                }
                """)),
        right: RuleExample(
            .init(
                "App/AppDelegate+Notifications.swift",
                PresentationExample.asynchronous(
                    "[.banner, .list, .sound]"))),
        claim: .documented("userNotificationCenter(_:willPresent:withCompletionHandler:)")
    ) { unit, report in
        let code = unit.code
        let requests = code.calls("requestAuthorization").filter { $0.node["options"] != nil }
        guard let request = requests.first else { return }
        report.markExamined(unit.name)
        guard unit.isWhole, unit.calledByCenter(code.presentationMethods).isEmpty else { return }
        if let delegate = code.centerDelegates.first(where: {
            unit.mayBeCenterDelegate($0.type.name)
        }) {
            report.add(
                "\(delegate.type.name) does not implement willPresent",
                at: delegate.source.location(of: delegate.type.node.nameNode))
        } else {
            // An app that only schedules local reminders may intentionally hide them while it is in
            // use.
            report.add(
                "permission is requested, but no delegate shows notifications in the foreground",
                at: request.location,
                severity: code.uses("registerForRemoteNotifications") ? .warning : .note)
        }
    }
}

/// Creates the notification center delegates that appear in examples.
enum PresentationExample {
    static func asynchronous(_ options: String) -> String {
        """
        import UserNotifications

        extension AppDelegate: UNUserNotificationCenterDelegate {
            func userNotificationCenter(
                _ center: UNUserNotificationCenter, willPresent notification: UNNotification
            ) async -> UNNotificationPresentationOptions {
                \(options)
            }

            func userNotificationCenter(
                _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
            ) async {
                await Navigation.shared.open(response.notification.request.content.userInfo)
            }
        }
        """
    }

    static func withHandlers(present: String, respond: String) -> String {
        """
        import UserNotifications

        extension AppDelegate: UNUserNotificationCenterDelegate {
            func userNotificationCenter(
                _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
                withCompletionHandler completionHandler:
                    @escaping (UNNotificationPresentationOptions) -> Void
            ) {
                \(present)
            }

            func userNotificationCenter(
                _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
                withCompletionHandler completionHandler: @escaping () -> Void
            ) {
                \(respond)
            }
        }
        """
    }

    static let right = withHandlers(
        present: "completionHandler([.banner, .list, .sound])",
        respond: """
            Navigation.shared.open(response.notification.request.content.userInfo)
                    completionHandler()
            """)
}
