// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let appGroupsDiffer = DoctorCheck(
        "app-groups-differ", .warning, "app and extension have no App Group in common",
        why: "App and extension have entitlements for different App Groups, so the extension does "
            + "not find the data that the app stores for it.",
        remedy: "add the same App Group to app and extension",
        wrong: RuleExample(
            .init(
                "Service/Service.entitlements",
                SampleApp.plist([
                    "com.apple.security.application-groups": ["group.com.example.shared"]
                ])),
            .init("Service/NotificationService.swift", plainService)),
        right: RuleExample(.init("Service/NotificationService.swift", plainService)),
        claim: .documented("Configuring app groups")
    ) { project, report in
        for app in project.apps {
            for target in project.extensions(of: app) {
                report.examine(target) { configuration in
                    guard
                        let same = app.configurations.first(where: {
                            $0.name == configuration.name
                        }),
                        let groups = same.entitlement(EntitlementKey.appGroups).value?.listItems,
                        let own = configuration.entitlement(EntitlementKey.appGroups).value?
                            .listItems,
                        !groups.isEmpty, !own.isEmpty, Set(groups).isDisjoint(with: own)
                    else { return nil }
                    return (
                        "\(target.name) has \(own.joined(separator: ", ")), but \(app.name) has "
                            + groups.joined(separator: ", "), nil,
                        configuration.location(ofEntitlement: EntitlementKey.appGroups, in: target)
                    )
                }
            }
        }
    }

    private static let plainService = """
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
