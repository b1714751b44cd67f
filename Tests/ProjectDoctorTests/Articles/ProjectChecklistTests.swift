// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import ProjectDoctor
import Testing

private typealias Item = ProjectChecklistItem

/// Items about an app and its code, from checklists, lists of mistakes, and wrong and right
/// samples: each with a checkout that has the problem and one that does not.
struct ProjectChecklistTests {
    @Test(arguments: project + permission + token + tokenUse)
    fileprivate func `a check for the project, permission or token finds the wrong sample only`(
        item: Item
    ) {
        item.check()
    }

    @Test(arguments: foreground + categories + extensions + other)
    fileprivate func `a check for taps, categories, extensions or keys finds the wrong sample only`(
        item: Item
    ) {
        item.check()
    }

    // MARK: - Project

    private static let project = [
        Item("the capability Push Notifications", "entitlement-aps-environment-missing"),
        Item("development in debug builds", "entitlement-production-in-debug"),
        Item("the profile has aps-environment", "profile-without-push"),
        Item(
            "the background mode for silent pushes", "background-mode-remote-notification-missing"),
        Item("the capability for communication notifications", "entitlement-communication-missing"),
        Item(
            "the capability for time-sensitive pushes", "entitlement-time-sensitive-missing"),
        Item("the entitlement for critical alerts", "entitlement-critical-alerts-missing"),
        Item("an App Group for app and extension", "app-group-missing"),
        Item("the same App Group in both", "app-groups-differ"),
        Item("the usage description for the location", "location-usage-description-missing"),
        Item("frequent updates of Live Activities", "live-activities-frequent-updates"),
        Item("Live Activities are declared", "live-activities-not-declared"),
        Item("broadcasts are turned on in the developer account", "broadcast-capability"),
    ]

    // MARK: - Permission

    private static let askProvisionally =
        "try await center.requestAuthorization(options: [.alert, .provisional])"

    private static let askAtLaunch =
        "UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .sound]) "
        + "{ _, _ in }"

    private static let permission = [
        Item(
            "not requested at launch", "permission-at-launch",
            wrong: AppCode.launch(askAtLaunch), right: AppCode.launch()),
        Item(
            "not requested at launch, options in a constant", "permission-at-launch",
            wrong: AppCode.launch(
                "let options: UNAuthorizationOptions = [.alert, .badge]\n"
                    + "center.requestAuthorization(options: options) { ok, _ in keep(ok) }"),
            right: AppCode.launch(
                "let options: UNAuthorizationOptions = [.alert, .provisional]\n"
                    + "center.requestAuthorization(options: options) { ok, _ in keep(ok) }")),
        Item(
            "provisional permission needs no prompt", "permission-at-launch",
            wrong: AppCode.launch(askAtLaunch),
            right: AppCode.launch(
                "Task { await keep(try center.requestAuthorization(options: [.provisional])) }")),
        Item(
            "not requested in onAppear", "permission-on-appear",
            wrong: AppCode.view(".onAppear { Task { try await Permission().ask() } }"),
            right: AppCode.view(".onAppear { Task { await Settings.shared.refresh() } }")),
        Item(
            "not requested in task", "permission-on-appear",
            wrong: AppCode.view(".task { _ = try? await Permission().ask() }"),
            right: AppCode.view(".task { await Settings.shared.refresh() }")),
        Item(
            "a denial is handled", "permission-denial-unhandled",
            wrong: AppCode.reminder("", "")
                + AppCode.permission(
                    "center.requestAuthorization(options: [.alert]) { _, _ in }\nreturn true"),
            right: AppCode.permission(
                """
                let granted = try await center.requestAuthorization(options: [.alert, .sound])
                let page = UIApplication.openNotificationSettingsURLString
                if !granted, let url = URL(string: page) {
                    await UIApplication.shared.open(url)
                }
                return granted
                """)),
        Item(
            "the status is checked before scheduling", "permission-unchecked",
            wrong: AppCode.reminder("") + AppCode.permission("true"),
            right: AppCode.reminder(
                """
                let settings = await center.notificationSettings()
                guard settings.authorizationStatus != .denied else { return }
                """, "content.interruptionLevel = .active")),
        Item(
            "provisional permission is accepted too", "permission-status-too-narrow",
            wrong: AppCode.reminder(
                """
                let settings = await center.notificationSettings()
                guard settings.authorizationStatus == .authorized else { return }
                """) + AppCode.permission(askProvisionally),
            right: AppCode.reminder(
                """
                let settings = await center.notificationSettings()
                switch settings.authorizationStatus {
                case .authorized, .provisional, .ephemeral: break
                default: return
                }
                """) + AppCode.permission(askProvisionally)),
        Item(
            "timeSensitive is no longer an option", "permission-option-ignored",
            wrong: AppCode.permission(
                "let options: UNAuthorizationOptions = [.alert, .sound, .timeSensitive]\n"
                    + "return try await center.requestAuthorization(options: options)"),
            right: AppCode.permission(
                "let options: UNAuthorizationOptions = [.alert, .sound, .badge]\n"
                    + "return try await center.requestAuthorization(options: options)")),
        Item("the link from Settings is handled", "settings-link-unhandled"),
        Item("critical alerts are requested", "critical-alerts-not-requested"),
    ]

    // MARK: - Token

    private static let token = [
        Item("the app registers", "token-not-requested"),
        Item(
            "registration needs no permission", "token-not-requested",
            wrong: AppCode.launch(register: ""), right: AppCode.launch()),
        Item(
            "SwiftUI needs an app delegate", "app-delegate-adaptor-missing",
            wrong: swiftUIApp(""),
            right: swiftUIApp("@UIApplicationDelegateAdaptor(AppDelegate.self) var delegate")),
        Item("the token is received", "token-callback-missing"),
        Item("registering on the main thread", "registration-off-main"),
        Item(
            "failure is handled", "registration-failure-unhandled",
            wrong: AppCode.token(AppCode.hexadecimal, failure: ""),
            right: AppCode.token(AppCode.hexadecimal)),
        Item(
            "failure does not terminate the app", "registration-failure-traps",
            wrong: AppCode.token(AppCode.hexadecimal, failure: "fatalError(\"\\(error)\")"),
            right: AppCode.token(AppCode.hexadecimal)),
    ]

    private static let tokenUse = [
        Item(
            "hexadecimal, not text", "token-decoded-as-text",
            wrong: AppCode.token(
                "guard let text = String(data: token, encoding: .utf8) else { return }\n"
                    + "Task { await Server.shared.register(token: text) }"),
            right: AppCode.token(AppCode.hexadecimal)),
        Item(
            "hexadecimal by reduce", "token-decoded-as-text",
            wrong: AppCode.token(
                "let text = String(decoding: token, as: UTF8.self)\n"
                    + "Task { await Server.shared.register(token: text) }"),
            right: AppCode.token(
                "let text = token.reduce(\"\") { $0 + String(format: \"%02x\", $1) }\n"
                    + "Task { await Server.shared.register(token: text) }")),
        Item(
            "not stored in UserDefaults", "token-stored",
            wrong: AppCode.token(
                "let text = token.map { String(format: \"%02x\", $0) }.joined()\n"
                    + "UserDefaults.standard.set(text, forKey: \"pushToken\")"),
            right: AppCode.token(AppCode.hexadecimal)),
        Item(
            "sent each time it is received", "token-sent-once",
            wrong: AppCode.token(
                "if !UserDefaults.standard.bool(forKey: \"tokenWasSent\") {\n"
                    + AppCode.hexadecimal + "\n}"),
            right: AppCode.token(AppCode.hexadecimal)),
        Item("not force-unwrapped", "token-force-unwrapped"),
        Item("a token of any length", "token-length-assumed"),
        Item("not logged in full", "token-printed"),
        Item("tokens of Live Activities are observed", "live-activity-token-ignored"),
    ]

    private static func swiftUIApp(_ adaptor: String) -> [String: String] {
        [
            "App/CornerApp.swift": """
            import SwiftUI

            @main
            struct CornerApp: App {
                \(adaptor)
                var body: some Scene {
                    WindowGroup { OrdersView() }
                }
            }
            """
        ]
    }

    // MARK: - Foreground and taps

    private static let open =
        "Navigation.shared.open(response.notification.request.content.userInfo)"

    private static let answered = AppCode.respond("\(open)\ncompletionHandler()")

    private static let foreground = [
        Item(
            "shown in the foreground", "foreground-presentation-missing",
            wrong: AppCode.delegate(answered),
            right: AppCode.delegate(AppCode.present("[.banner, .list, .sound]") + answered)),
        Item(
            "stored in Notification Center", "foreground-banner-without-list",
            wrong: AppCode.delegate(AppCode.present("[.banner, .sound, .badge]") + answered),
            right: AppCode.delegate(AppCode.present("[.banner, .list, .badge]") + answered)),
        Item(
            "banner and list, not alert", "foreground-option-deprecated",
            wrong: AppCode.delegate(AppCode.present("[.alert, .badge, .sound]") + answered),
            right: AppCode.delegate(AppCode.present("[.banner, .list, .sound]") + answered)),
        Item(
            "the delegate is set at launch", "delegate-late",
            wrong: AppCode.launch(delegate: "")
                + AppCode.view(
                    ".onAppear { UNUserNotificationCenter.current().delegate = Taps.shared }"),
            right: AppCode.launch()),
        Item(
            "the delegate is set in App.init", "delegate-missing",
            wrong: AppCode.launch(delegate: ""),
            right: AppCode.launch(delegate: "").merging([
                "App/CornerApp.swift": """
                import SwiftUI
                import UserNotifications

                @main
                struct CornerApp: App {
                    @UIApplicationDelegateAdaptor(AppDelegate.self) private var delegate

                    init() {
                        UNUserNotificationCenter.current().delegate = delegate
                    }

                    var body: some Scene {
                        WindowGroup { OrdersView() }
                    }
                }
                """
            ]) { $1 }),
        Item("the delegate is retained", "delegate-temporary"),
        Item(
            "taps are handled", "response-unhandled",
            wrong: AppCode.delegate(AppCode.present("[.banner, .list]")),
            right: AppCode.delegate(AppCode.present("[.banner, .list]") + answered)),
        Item(
            "the response's completion handler is called", "response-completion-not-called",
            wrong: AppCode.delegate(
                AppCode.present("[.banner, .list]")
                    + AppCode.respond(
                        """
                        switch response.actionIdentifier {
                        case "TRACK": return
                        default: \(open)
                        }
                        completionHandler()
                        """)),
            right: AppCode.delegate(
                AppCode.present("[.banner, .list]")
                    + AppCode.respond(
                        """
                        switch response.actionIdentifier {
                        case "TRACK": \(open)
                        default: break
                        }
                        completionHandler()
                        """))),
        Item("background pushes call their completion handler", "background-completion-not-called"),
    ]

    // MARK: - Categories

    private static let categories = [
        Item("categories at launch", "categories-late"),
        Item("all categories at once", "categories-replaced"),
        Item("an existing initializer", "category-initializer-unknown"),
        Item("no summary argument", "summary-argument-deprecated"),
        Item("dismissals are requested", "dismiss-action-unsent"),
        Item("the badge by setBadgeCount", "badge-number-deprecated"),
        Item("a trigger that repeats has at least 60 seconds", "trigger-interval-invalid"),
    ]
}
