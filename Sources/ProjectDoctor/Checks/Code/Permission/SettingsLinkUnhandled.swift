// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let settingsLinkUnhandled = DoctorCheck.code(
        "settings-link-unhandled", .warning,
        "Settings links to the app's own settings, but the app does not open them",
        why: "With the option providesAppNotificationSettings, Settings shows a button that opens "
            + "the app and calls userNotificationCenter(_:openSettingsFor:). Without this method, "
            + "the app opens in its previous state.",
        remedy: "implement userNotificationCenter(_:openSettingsFor:) in the delegate, or remove "
            + "the option",
        wrong: RuleExample(
            .init("App/Permission.swift", example)),
        right: RuleExample(
            .init("App/Permission.swift", example),
            .init(
                "App/AppDelegate+Settings.swift",
                """
                import UserNotifications

                extension AppDelegate {
                    func userNotificationCenter(
                        _ center: UNUserNotificationCenter,
                        openSettingsFor notification: UNNotification?
                    ) {
                        Navigation.shared.openSettings()
                    }
                }
                """)),
        claim: .documented("UNAuthorizationOptions, providesAppNotificationSettings")
    ) { unit, report in
        let code = unit.code
        let options = code.mentions("providesAppNotificationSettings").filter {
            $0.node.isOption
        }
        guard let option = options.first else { return }
        // watchOS and tvOS have neither the link to the app's settings nor the delegate method.
        let platforms = unit.target?.platforms ?? []
        guard platforms.isEmpty || !platforms.isDisjoint(with: ["iOS", "macOS", "visionOS"]) else {
            return
        }
        report.markExamined(unit.name)
        let methods = code.functions(named: "userNotificationCenter")
        guard unit.isWhole,
            !methods.contains(where: { $0.node.selector.contains("openSettingsFor") })
        else { return }
        report.add("no delegate implements openSettingsFor", at: option.location)
    }

    private static let example = """
        import UserNotifications

        struct Permission {
            func ask() async throws -> Bool {
                try await UNUserNotificationCenter.current().requestAuthorization(
                    options: [.alert, .sound, .providesAppNotificationSettings])
            }
        }
        """
}

extension DeclReferenceExprSyntax {
    /// Whether the expression is `.name` or `UNAuthorizationOptions.name`, and not the property of
    /// the notification settings.
    fileprivate var isOption: Bool {
        guard let member = parent?.as(MemberAccessExprSyntax.self) else { return false }
        return member.base.map { $0.trimmedDescription == "UNAuthorizationOptions" } ?? true
    }
}
