import UIKit
import UserNotifications
import os

final class AppDelegate: NSObject, UIApplicationDelegate {
    private let notifications = NotificationHandler()
    private let log = Logger(subsystem: "com.example.chat", category: "push")

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        let center = UNUserNotificationCenter.current()
        center.delegate = notifications
        center.setNotificationCategories([
            UNNotificationCategory(
                identifier: "MESSAGE",
                actions: [UNTextInputNotificationAction(identifier: "REPLY", title: "Reply")],
                intentIdentifiers: [], hiddenPreviewsBodyPlaceholder: "", options: [])
        ])
        application.registerForRemoteNotifications()
        return true
    }

    func application(
        _ application: UIApplication,
        didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
        let hex = deviceToken.map { String(format: "%02x", $0) }.joined()
        Task { await Session.shared.register(hex) }
    }

    func application(
        _ application: UIApplication,
        didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {
        log.error("\(error.localizedDescription)")
    }

    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult {
        await Session.shared.sync() ? .newData : .noData
    }
}

final class NotificationHandler: NSObject, UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        guard notification.request.content.threadIdentifier != Session.openThread else {
            completionHandler([])
            return
        }
        completionHandler([.banner, .list, .sound, .badge])
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        defer { completionHandler() }
        guard let thread = response.notification.request.content.userInfo["thread"] as? String
        else {
            return
        }
        Session.openThread = thread
    }
}

actor Session {
    static let shared = Session()
    nonisolated(unsafe) static var openThread: String?

    func register(_ token: String) async {}
    func sync() async -> Bool { true }
}
