// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let appGroupNotConfigured = DoctorCheck(
        "app-group-not-configured", .warning, "there is a service extension and no App Group",
        why: "App and extension share nothing: no keys, no badge, no receipts.",
        remedy: "give PushConfiguration and the extension the same appGroup",
        wrong: RuleExample(
            .init("Service/Service.entitlements", SampleApp.plist([:])),
            .init("Service/NotificationService.swift", kitService)),
        right: RuleExample(.init("Service/NotificationService.swift", kitService)),
        claim: .chosen("BellhopKit keeps what app and extension share in an App Group")
    ) { project, report in
        for target in project.extensions(at: ExtensionPoint.notificationService) {
            guard project.index(of: target).imports.contains("BellhopKit") else {
                continue
            }
            report.look(at: target) { configuration in
                let groups = configuration.entitlement(EntitlementKey.appGroups)
                guard groups == .absent || groups.value?.words.isEmpty == true else { return nil }
                return (
                    "\(target.name) uses BellhopKit and has no App Group", nil,
                    configuration.place(ofEntitlement: EntitlementKey.appGroups, in: target)
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
