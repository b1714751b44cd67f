// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let appGroupNotConfigured = DoctorCheck(
        "app-group-not-configured", .warning, "a service extension has no App Group",
        why: "Without an App Group, app and extension share no data: no keys, no badge and no "
            + "receipts.",
        remedy: "set the same appGroup in PushConfiguration and in the extension",
        wrong: RuleExample(
            .init("Service/Service.entitlements", SampleApp.plist([:])),
            .init("Service/NotificationService.swift", kitService)),
        right: RuleExample(.init("Service/NotificationService.swift", kitService)),
        claim: .chosen("BellhopKit stores the data that app and extension share in an App Group")
    ) { project, report in
        for target in project.extensions(at: ExtensionPoint.notificationService) {
            guard project.index(of: target).imports.contains("BellhopKit") else {
                continue
            }
            report.examine(target) { configuration in
                let groups = configuration.entitlement(EntitlementKey.appGroups)
                guard groups == .absent || groups.value?.listItems.isEmpty == true else {
                    return nil
                }
                return (
                    "\(target.name) uses BellhopKit, but has no App Group", nil,
                    configuration.location(ofEntitlement: EntitlementKey.appGroups, in: target)
                )
            }
        }
    }

    private static let kitService = """
        import BellhopKit
        import UserNotifications

        final class NotificationService: UNNotificationServiceExtension {
            private var fallback: (() -> Void)?

            override func didReceive(
                _ request: UNNotificationRequest,
                withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
            ) {
                fallback = { contentHandler(request.content) }
                contentHandler(request.content)
            }

            override func serviceExtensionTimeWillExpire() { fallback?() }
        }
        """
}
