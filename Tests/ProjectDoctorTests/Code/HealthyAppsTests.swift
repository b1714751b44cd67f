// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

/// Whole apps that are correct, each written in a different way.
private let healthy: [(name: String, code: String)] = [
    (
        "a helper object is the delegate",
        """
        import SwiftUI
        import UserNotifications
        @main struct Shop: App {
            @UIApplicationDelegateAdaptor(AppDelegate.self) var delegate
            @StateObject private var notifications = Notifications.shared
            var body: some Scene { WindowGroup { HomeView() } }
        }
        struct HomeView: View {
            var body: some View {
                Button("Remind me") { Task { await Notifications.shared.ask() } }
                    .task { await Notifications.shared.refresh() }
            }
        }
        class AppDelegate: NSObject, UIApplicationDelegate {
            func application(
                _ application: UIApplication,
                didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]? = nil
            ) -> Bool {
                UNUserNotificationCenter.current().delegate = Notifications.shared
                Notifications.shared.registerCategories()
                application.registerForRemoteNotifications()
                return true
            }
            func application(
                _ application: UIApplication,
                didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
            ) { Task { try? await Server.upload(deviceToken.hex) } }
            func application(
                _ application: UIApplication,
                didFailToRegisterForRemoteNotificationsWithError error: any Error
            ) { logger.error("registration failed: \\(error)") }
        }
        final class Notifications: NSObject, ObservableObject, UNUserNotificationCenterDelegate {
            static let shared = Notifications()
            @Published var isDenied = false
            private let center = UNUserNotificationCenter.current()
            func ask() async {
                isDenied = (try? await center.requestAuthorization(options: [.alert])) != true
            }
            func refresh() async {
                isDenied = await center.notificationSettings().authorizationStatus == .denied
            }
            func registerCategories() {
                center.setNotificationCategories([
                    UNNotificationCategory(
                        identifier: "ORDER", actions: [], intentIdentifiers: [], options: [])
                ])
            }
            func userNotificationCenter(
                _ center: UNUserNotificationCenter, willPresent notification: UNNotification
            ) async -> UNNotificationPresentationOptions { [.banner, .list, .sound] }
            func userNotificationCenter(
                _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
            ) async { await open(response.notification.request.content.userInfo) }
        }
        """
    ),
    (
        "handlers and callbacks of UIKit",
        """
        import UIKit
        import UserNotifications
        @UIApplicationMain
        class AppDelegate: UIResponder, UIApplicationDelegate, UNUserNotificationCenterDelegate {
            func application(
                _ application: UIApplication,
                didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
            ) -> Bool {
                UNUserNotificationCenter.current().delegate = self
                UNUserNotificationCenter.current().getNotificationSettings { settings in
                    guard settings.authorizationStatus != .notDetermined else { return }
                    DispatchQueue.main.async { application.registerForRemoteNotifications() }
                }
                return true
            }
            func application(
                _ application: UIApplication,
                didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
            ) {
                let parts = deviceToken.map { data in String(format: "%02.2hhx", data) }
                API.shared.send(token: parts.joined())
            }
            func application(
                _ application: UIApplication,
                didFailToRegisterForRemoteNotificationsWithError error: Error
            ) { print("Failed to register: \\(error)") }
            func application(
                _ application: UIApplication,
                didReceiveRemoteNotification userInfo: [AnyHashable: Any],
                fetchCompletionHandler completionHandler:
                    @escaping (UIBackgroundFetchResult) -> Void
            ) {
                guard let aps = userInfo["aps"] as? [String: AnyObject] else {
                    completionHandler(.failed)
                    return
                }
                if aps["content-available"] as? Int == 1 {
                    PodcastStore.shared.refresh { hasNew in
                        completionHandler(hasNew ? .newData : .noData)
                    }
                } else {
                    NewsItem.make(aps)
                    completionHandler(.newData)
                }
            }
            func userNotificationCenter(
                _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
                withCompletionHandler completionHandler:
                    @escaping (UNNotificationPresentationOptions) -> Void
            ) {
                if #available(iOS 14.0, *) {
                    completionHandler([.list, .banner, .sound])
                } else {
                    completionHandler([.alert, .sound])
                }
            }
            func userNotificationCenter(
                _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
                withCompletionHandler completionHandler: @escaping () -> Void
            ) {
                defer { completionHandler() }
                guard let id = response.notification.request.content.userInfo["id"] as? String
                else { return }
                coordinator?.open(id)
            }
        }
        """
    ),
    (
        "Firebase with swizzling",
        """
        import FirebaseCore
        import FirebaseMessaging
        import SwiftUI
        @main struct Shop: App {
            @UIApplicationDelegateAdaptor(AppDelegate.self) var delegate
            var body: some Scene { WindowGroup { Text("Hi") } }
        }
        class AppDelegate: NSObject, UIApplicationDelegate, MessagingDelegate {
            func application(
                _ application: UIApplication,
                didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
            ) -> Bool {
                FirebaseApp.configure()
                Messaging.messaging().delegate = self
                application.registerForRemoteNotifications()
                return true
            }
            func messaging(_ messaging: Messaging, didReceiveRegistrationToken fcmToken: String?) {
                if let fcmToken { Server.shared.send(fcmToken) }
            }
        }
        """
    ),
    (
        "only local reminders, behind a client of functions",
        """
        import SwiftUI
        import UserNotifications
        @main struct Habits: App { var body: some Scene { WindowGroup { Text("Hi") } } }
        struct NotificationClient {
            var authorize: () async throws -> Bool
            var schedule: (UNNotificationRequest) async throws -> Void
            static let live = NotificationClient(
                authorize: {
                    try await UNUserNotificationCenter.current()
                        .requestAuthorization(options: [.alert, .sound])
                },
                schedule: { try await UNUserNotificationCenter.current().add($0) })
        }
        class Presenter: NSObject, UNUserNotificationCenterDelegate {
            override init() {
                super.init()
                UNUserNotificationCenter.current().delegate = self
            }
            func userNotificationCenter(
                _ center: UNUserNotificationCenter, willPresent notification: UNNotification
            ) async -> UNNotificationPresentationOptions {
                return [.banner, .list]
            }
        }
        """
    ),
    (
        "a watch app",
        """
        import SwiftUI
        import WatchKit
        import UserNotifications
        @main struct Watch: App {
            @WKApplicationDelegateAdaptor(ExtensionDelegate.self) var delegate
            var body: some Scene { WindowGroup { Text("Hi") } }
        }
        class ExtensionDelegate: NSObject, WKApplicationDelegate {
            func applicationDidFinishLaunching() {
                WKApplication.shared().registerForRemoteNotifications()
            }
            func didRegisterForRemoteNotifications(withDeviceToken deviceToken: Data) {
                Server.shared.send(deviceToken)
            }
            func didFailToRegisterForRemoteNotificationsWithError(_ error: any Error) {
                print(error)
            }
        }
        """
    ),
    (
        "an app for two platforms, with its own name for the adaptor",
        """
        import SwiftUI
        #if os(macOS)
        typealias Adaptor = NSApplicationDelegateAdaptor
        #else
        typealias Adaptor = UIApplicationDelegateAdaptor
        #endif
        @main struct Both: App {
            @Adaptor(AppDelegate.self) var delegate
            var body: some Scene { WindowGroup { Text("Hi") } }
        }
        class AppDelegate: NSObject, UIApplicationDelegate {
            func application(
                _ application: UIApplication,
                didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]? = nil
            ) -> Bool {
                application.registerForRemoteNotifications()
                return true
            }
            func application(
                _ application: UIApplication,
                didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
            ) { Task { try? await Server.upload(deviceToken.hex) } }
            func application(
                _ application: UIApplication,
                didFailToRegisterForRemoteNotificationsWithError error: any Error
            ) { logger.error("registration failed: \\(error)") }
        }
        """
    ),
    (
        "an app without notifications",
        """
        import SwiftUI
        @main struct Plain: App { var body: some Scene { WindowGroup { Text("Hi") } } }
        class Table: NSObject, UITableViewDelegate { func f() { table.delegate = self } }
        """
    ),
]

@Test(arguments: healthy)
func `a correct app has neither errors nor warnings`(app: (name: String, code: String)) {
    let found = BareApp.findings(["App/Code.swift": app.code]).filter { $0.severity > .note }
    #expect(found == [], "\(app.name)")
}

@Test func `Kotlin code in the app may register for the token`() {
    let code = """
        import UIKit
        class AppDelegate: NSObject, UIApplicationDelegate {
            func application(
                _ application: UIApplication,
                didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
            ) { Bridge.shared.onToken(data: deviceToken) }
        }
        """
    let rule = "token-not-requested"
    func isFound(_ files: [String: String]) -> Bool {
        BareApp.findings(files.merging(["App/Code.swift": code]) { $1 }).contains {
            $0.rule == rule
        }
    }
    #expect(isFound(["android/app/src/main/kotlin/Main.kt": ""]))
    #expect(!isFound(["shared/src/iosMain/kotlin/Push.kt": ""]))
}
