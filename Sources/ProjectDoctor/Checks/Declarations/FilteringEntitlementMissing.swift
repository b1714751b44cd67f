// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let filteringEntitlementMissing = DoctorCheck(
        "entitlement-filtering-missing", .warning,
        "a service extension returns empty content, but lacks the filtering entitlement",
        why: "The system ignores content without any text and shows the original notification. "
            + "Only with the filtering entitlement, which Apple grants on request, can the "
            + "extension hide the notification.",
        remedy: "request com.apple.developer.usernotifications.filtering from Apple, or return "
            + "content with text",
        wrong: RuleExample(.init("Service/NotificationService.swift", filteringService)),
        right: RuleExample(
            .init("Service/NotificationService.swift", filteringService),
            .init(
                "Service/Service.entitlements",
                SampleApp.plist(["com.apple.developer.usernotifications.filtering": true]))),
        claim: .documented("com.apple.developer.usernotifications.filtering")
    ) { project, report in
        for target in project.extensions(at: ExtensionPoint.notificationService) {
            for source in project.code(of: target) {
                // The extension hides a notification by passing empty content:
                // `contentHandler(UNNotificationContent())`.
                let empty = source.calls(of: "UNNotificationContent").first { call in
                    call.arguments.isEmpty
                        && call.parent?.as(LabeledExprSyntax.self).map { $0.label == nil } == true
                }
                guard let empty else { continue }
                report.examine(target) { configuration in
                    guard configuration.entitlement(EntitlementKey.filtering).isOff else {
                        return nil
                    }
                    return (
                        "\(target.name) returns empty content, but lacks the filtering entitlement",
                        nil,
                        source.location(of: empty)
                    )
                }
            }
        }
    }

    private static let filteringService = """
        import UserNotifications

        final class NotificationService: UNNotificationServiceExtension {
            private var fallback: (() -> Void)?

            override func didReceive(
                _ request: UNNotificationRequest,
                withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
            ) {
                fallback = { contentHandler(request.content) }
                if request.content.threadIdentifier == "muted" {
                    contentHandler(UNNotificationContent())
                } else {
                    contentHandler(request.content)
                }
            }

            override func serviceExtensionTimeWillExpire() { fallback?() }
        }
        """
}
