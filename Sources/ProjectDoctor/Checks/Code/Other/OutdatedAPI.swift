// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import PushLint
import SwiftSyntax

extension DoctorCheck {
    static let outdatedAPI = DoctorCheck.code(
        "notification-api-outdated", .warning,
        "the code uses an API that UserNotifications replaces",
        why: "Apple replaced these APIs in iOS 10 and macOS 11. They do not support today's "
            + "categories, foreground presentation and permission.",
        remedy: "use the UserNotifications framework",
        wrong: RuleExample(
            .init(
                "App/Legacy.swift",
                """
                import UIKit

                func remind() {
                    let notification = UILocalNotification()
                    notification.alertBody = "Your order is waiting"
                    UIApplication.shared.scheduleLocalNotification(notification)
                }
                """)),
        right: RuleExample(
            .init(
                "App/Modern.swift",
                """
                import UserNotifications

                func remind() async throws {
                    let content = UNMutableNotificationContent()
                    content.body = "Your order is waiting"
                    try await UNUserNotificationCenter.current().add(
                        UNNotificationRequest(identifier: "a", content: content, trigger: nil))
                }
                """)),
        claim: .documented("UILocalNotification")
    ) { unit, report in
        let code = unit.code
        if let minimum = unit.minimumOS, minimum < OSVersion(10, 0) { return }
        for (name, instead) in outdated {
            // An app may have its own function with this name.
            guard code.functions(named: name).isEmpty, code.type(name) == nil,
                !code.mayDeclareElsewhere(function: name)
            else { continue }
            guard let occurrence = code.mentions(name).first(where: { !$0.node.isFallback }) else {
                continue
            }
            report.add(
                "\(name) is outdated", at: occurrence.location, remedy: "use \(instead)")
        }
        for method in code.methods(in: Set(outdatedMethods.keys)) where !method.node.node.isFallback
        {
            report.add(
                "the method \(method.node.selector) is outdated",
                at: method.source.location(of: method.node.nameNode),
                remedy: outdatedMethods[method.node.selector].map { "implement \($0)" })
        }
    }

    private static let outdated: KeyValuePairs<String, String> = [
        "UILocalNotification": "UNNotificationRequest",
        "scheduleLocalNotification": "UNUserNotificationCenter.add(_:)",
        "presentLocalNotificationNow": "UNUserNotificationCenter.add(_:)",
        "cancelAllLocalNotifications": "removeAllPendingNotificationRequests()",
        "cancelLocalNotification": "removePendingNotificationRequests(withIdentifiers:)",
        "UIUserNotificationSettings": "UNUserNotificationCenter.requestAuthorization",
        "registerUserNotificationSettings": "UNUserNotificationCenter.requestAuthorization",
        "UIMutableUserNotificationCategory": "UNNotificationCategory",
        "UIMutableUserNotificationAction": "UNNotificationAction",
        "currentUserNotificationSettings": "notificationSettings()",
        "NSUserNotification": "UNNotificationRequest",
        "NSUserNotificationCenter": "UNUserNotificationCenter",
    ]

    private static let outdatedMethods: [String: String] = [
        "application(_:didReceive:)": "userNotificationCenter(_:didReceive:)",
        "application(_:didRegister:)": "UNUserNotificationCenter.requestAuthorization",
        "application(_:handleActionWithIdentifier:for:completionHandler:)":
            "userNotificationCenter(_:didReceive:)",
        "application(_:handleActionWithIdentifier:forRemoteNotification:completionHandler:)":
            "userNotificationCenter(_:didReceive:)",
    ]
}
