// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension SampleApp {
    /// The app's own Swift files.
    static let code: [String: String] = [
        "App/CornerApp.swift": """
        import SwiftUI

        @main
        struct CornerApp: App {
            @UIApplicationDelegateAdaptor(AppDelegate.self) private var delegate

            var body: some Scene {
                WindowGroup { OrdersView() }
            }
        }
        """,
        "App/AppDelegate.swift": """
        import UIKit
        import UserNotifications

        final class AppDelegate: NSObject, UIApplicationDelegate {
            func application(
                _ application: UIApplication,
                didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
            ) -> Bool {
                let center = UNUserNotificationCenter.current()
                center.delegate = self
                center.setNotificationCategories([OrderCategory.category])
                BackgroundRefresh.register()
                application.registerForRemoteNotifications()
                return true
            }
        }
        """,
        "App/AppDelegate+Token.swift": """
        import UIKit

        extension AppDelegate {
            func application(
                _ application: UIApplication,
                didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
            ) {
                let token = deviceToken.map { String(format: "%02x", $0) }.joined()
                Task { await Server.shared.register(token: token) }
            }

            func application(
                _ application: UIApplication,
                didFailToRegisterForRemoteNotificationsWithError error: any Error
            ) {
                Log.push.error("no device token: \\(error)")
            }
        }
        """,
        "App/AppDelegate+Background.swift": """
        import UIKit

        extension AppDelegate {
            func application(
                _ application: UIApplication,
                didReceiveRemoteNotification userInfo: [AnyHashable: Any]
            ) async -> UIBackgroundFetchResult {
                await Server.shared.refresh() ? .newData : .noData
            }
        }
        """,
        "App/AppDelegate+Notifications.swift": """
        import UserNotifications

        extension AppDelegate: UNUserNotificationCenterDelegate {
            func userNotificationCenter(
                _ center: UNUserNotificationCenter, willPresent notification: UNNotification
            ) async -> UNNotificationPresentationOptions {
                [.banner, .list, .sound]
            }

            func userNotificationCenter(
                _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
            ) async {
                await Navigation.shared.open(response.notification.request.content.userInfo)
            }
        }
        """,
        "App/OrderCategory.swift": """
        import UserNotifications

        enum OrderCategory {
            static var category: UNNotificationCategory {
                UNNotificationCategory(
                    identifier: "ORDER",
                    actions: [
                        UNNotificationAction(identifier: "TRACK", title: "Track", options: [])
                    ],
                    intentIdentifiers: [])
            }
        }
        """,
        "App/BackgroundRefresh.swift": """
        import BackgroundTasks

        enum BackgroundRefresh {
            static func register() {
                BGTaskScheduler.shared.register(
                    forTaskWithIdentifier: "com.example.corner.refresh", using: nil
                ) { task in
                    Task {
                        let isDone = await Server.shared.refresh()
                        task.setTaskCompleted(success: isDone)
                    }
                }
            }

            static func schedule() throws {
                try BGTaskScheduler.shared.submit(
                    BGAppRefreshTaskRequest(identifier: "com.example.corner.refresh"))
            }
        }
        """,
        "App/Permission.swift": """
        import UserNotifications

        struct Permission {
            /// Asked when a person places the first order, not before.
            func ask() async throws -> Bool {
                let center = UNUserNotificationCenter.current()
                let granted = try await center.requestAuthorization(
                    options: [.alert, .sound, .badge])
                if !granted { await Hints.shared.explainSettings() }
                return granted
            }
        }
        """,
        "App/OrdersView.swift": """
        import SwiftUI

        struct OrdersView: View {
            @State private var isDenied = false

            var body: some View {
                Button("Tell me when it is ready") {
                    Task { isDenied = try await !Permission().ask() }
                }
            }
        }
        """,
        "App/DeliveryActivity.swift": """
        import ActivityKit

        struct DeliveryActivity {
            func start() throws {
                let activity = try Activity.request(
                    attributes: DeliveryAttributes(order: "A1"),
                    content: .init(state: .init(minutes: 20), staleDate: nil),
                    pushType: .token)
                Task {
                    for await token in activity.pushTokenUpdates {
                        await Server.shared.register(activityToken: token)
                    }
                }
            }
        }
        """,
        "App/Reminder.swift": """
        import UserNotifications

        struct Reminder {
            func schedule() async throws {
                let settings = await UNUserNotificationCenter.current().notificationSettings()
                guard settings.authorizationStatus != .denied else { return }
                let content = UNMutableNotificationContent()
                content.title = "Your order is waiting"
                content.interruptionLevel = .timeSensitive
                try await UNUserNotificationCenter.current().add(
                    UNNotificationRequest(
                        identifier: "pick-up", content: content,
                        trigger: UNTimeIntervalNotificationTrigger(
                            timeInterval: 600, repeats: false)))
            }
        }
        """,
        "Shared/DeliveryAttributes.swift": """
        import ActivityKit

        struct DeliveryAttributes: ActivityAttributes {
            struct ContentState: Codable, Hashable {
                var minutes: Int
            }

            var order: String
        }
        """,
    ]
}
