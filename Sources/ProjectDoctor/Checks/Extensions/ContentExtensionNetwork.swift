// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let contentExtensionNetwork = DoctorCheck(
        "content-extension-network", .warning, "a content extension loads from the network",
        why: "A content extension must show its content immediately. A person who opens the "
            + "notification sees an empty view until the response arrives, or permanently if none "
            + "does.",
        remedy: "put the content into the payload, or load it in the service extension and attach "
            + "it",
        wrong: RuleExample(
            .init(
                "Content/OrderViewController.swift",
                """
                import UIKit
                import UserNotifications
                import UserNotificationsUI

                final class OrderViewController: UIViewController, UNNotificationContentExtension {
                    func didReceive(_ notification: UNNotification) {
                        guard let text = notification.request.content.userInfo["map"] as? String,
                            let url = URL(string: text)
                        else { return }
                        URLSession.shared.dataTask(with: url) { _, _, _ in }.resume()
                    }
                }
                """)),
        right: RuleExample(
            .init(
                "Content/OrderViewController.swift",
                """
                import UIKit
                import UserNotifications
                import UserNotificationsUI

                final class OrderViewController: UIViewController, UNNotificationContentExtension {
                    func didReceive(_ notification: UNNotification) {
                        show(notification.request.content.attachments.first)
                    }

                    private func show(_ picture: UNNotificationAttachment?) {}
                }
                """)),
        claim: .documented("Customizing the Appearance of Notifications")
    ) { project, report in
        for target in project.extensions(at: ExtensionPoint.notificationContent) {
            report.markExamined(target.name)
            for source in project.ownCode(of: target) {
                let uses = ["URLSession", "AsyncImage", "NWConnection"].lazy
                guard let use = uses.compactMap({ source.uses(of: $0).first }).first else {
                    continue
                }
                report.add("\(target.name) uses \(use.text)", at: source.location(of: use))
            }
        }
    }
}
