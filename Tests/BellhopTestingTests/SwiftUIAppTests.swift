// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopTesting
import Foundation
import OpenUserNotifications
import Testing

/// An app as a SwiftUI developer would write it.
private struct ChatApp: App {
    @UIApplicationDelegateAdaptor(ChatDelegate.self) private var delegate

    var body: some Scene {
        WindowGroup { Text("Chat") }
    }
}

@MainActor
private final class ChatDelegate: NSObject, UIApplicationDelegate,
    UNUserNotificationCenterDelegate
{
    var token: Data?
    var opened: [String] = []

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        UNUserNotificationCenter.current().delegate = self
        application.registerForRemoteNotifications()
        return true
    }

    func application(
        _ application: UIApplication,
        didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
        token = deviceToken
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        opened.append(response.notification.request.content.title)
    }
}

@Test func `an app written with SwiftUI is installed and its adaptor's delegate is called`()
    async throws
{
    let phone = try await TestPhone()
    let app = try await phone.install(TestApp("com.example.chat", app: ChatApp.self))
    try await phone.launch(app)
    let asking = await app.start {
        _ = try? await UNUserNotificationCenter.current().requestAuthorization(options: .alert)
    }
    try await phone.allow()
    try await asking.value
    #expect(await app.delegate(as: ChatDelegate.self)?.token != nil)
    try await phone.goHome()
    try await phone.push(#"{"aps":{"alert":{"title":"Ann","body":"Hi"}}}"#)
    try await phone.tap()
    #expect(await app.delegate(as: ChatDelegate.self)?.opened == ["Ann"])
}
