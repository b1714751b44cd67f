// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopTesting
import DeviceModel
import Foundation
import OpenUserNotifications
import Testing

/// An app as its developer would write it.
@MainActor
private final class ChatDelegate: NSObject, UIApplicationDelegate,
    UNUserNotificationCenterDelegate
{
    var isGranted: Bool?
    var token: Data?
    var replies: [String] = []
    var opened: [String] = []

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        let center = UNUserNotificationCenter.current()
        center.delegate = self
        let reply = UNTextInputNotificationAction(
            identifier: "reply", title: "Reply", options: [], textInputButtonTitle: "Send",
            textInputPlaceholder: "Message")
        center.setNotificationCategories([
            UNNotificationCategory(
                identifier: "message", actions: [reply], intentIdentifiers: [], options: [])
        ])
        application.registerForRemoteNotifications()
        return true
    }

    func askForPermission() async {
        isGranted = try? await UNUserNotificationCenter.current()
            .requestAuthorization(options: [.alert, .sound, .badge])
    }

    func application(
        _ application: UIApplication,
        didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
        token = deviceToken
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions { [.banner, .list] }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        if let response = response as? UNTextInputNotificationResponse {
            replies.append(response.userText)
        } else {
            opened.append(response.notification.request.content.title)
        }
    }
}

/// A service extension that calls its handler only when its time expires.
private final class HangingExtension: UNNotificationServiceExtension {
    private var handler: ((UNNotificationContent) -> Void)?
    private var best: UNMutableNotificationContent?

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        handler = contentHandler
        best = request.content.mutableCopy() as? UNMutableNotificationContent
        best?.title = "Best attempt"
    }

    override func serviceExtensionTimeWillExpire() {
        if let best { handler?(best) }
    }
}

private func makePhone() async throws -> (TestPhone, AppUnderTest) {
    let phone = try await TestPhone()
    var app = TestApp("com.example.chat", name: "Chat") { ChatDelegate() }
    app.serviceExtension = { HangingExtension() }
    let installed = try await phone.install(app)
    try await phone.launch(installed)
    return (phone, installed)
}

/// The app requests permission, and the person allows notifications.
private func allowNotifications(_ app: AppUnderTest) async throws {
    let asking = await app.start {
        await app.delegate(as: ChatDelegate.self)?.askForPermission()
    }
    try await app.phone.allow()
    try await asking.value
}

@Test
func `an app requests permission, the person allows, and the app decides how a push is shown`()
    async throws
{
    let (phone, app) = try await makePhone()
    let delegate = try #require(await app.delegate(as: ChatDelegate.self))
    #expect(await delegate.token != nil)
    let asking = await app.start { await delegate.askForPermission() }
    #expect(phone.screen.prompt?.kind == .notifications)
    try await phone.allow()
    try await asking.value
    #expect(await delegate.isGranted == true)
    let arrival = try await phone.push(#"{"aps":{"alert":{"title":"Ann","body":"Hi"}}}"#)
    #expect(arrival?.reasons.contains("FG-5") == true)
    #expect(phone.screen.banner?.title == "Ann")
}

@Test func `a reply from the lock screen wakes the app in the background`() async throws {
    let (phone, app) = try await makePhone()
    try await allowNotifications(app)
    try await phone.goHome()
    try await phone.lock()
    try await phone.push(#"{"aps":{"alert":"Lunch?","category":"message"}}"#)
    try await phone.choose("reply", text: "Yes")
    #expect(await app.delegate(as: ChatDelegate.self)?.replies == ["Yes"])
    #expect(phone.screen.isLocked)
    #expect(app.system.appState != .foreground)
}

@Test
func `NSE-5: an extension that hangs is notified after 30 seconds and its best attempt is shown`()
    async throws
{
    let (phone, app) = try await makePhone()
    try await allowNotifications(app)
    try await phone.lock()
    let start = phone.clock.now
    try await phone.push(
        #"{"aps":{"alert":"Secret","mutable-content":1}}"#, waiting: .seconds(30))
    #expect(phone.screen.lockScreen.map(\.title) == ["Best attempt"])
    #expect(phone.clock.now.timeIntervalSince(start) == 30)
}

@Test func `a tap starts an app that was force-quit and calls its delegate`() async throws {
    let (phone, app) = try await makePhone()
    try await allowNotifications(app)
    try await phone.forceQuit(app)
    #expect(await app.delegate(as: ChatDelegate.self) == nil)
    try await phone.push(#"{"aps":{"alert":{"title":"Ann","body":"Hi"}}}"#)
    try await phone.tap()
    #expect(await app.delegate(as: ChatDelegate.self)?.opened == ["Ann"])
}

@Test func `two phones with the same app have separate pending notifications`() async throws {
    async let first = makePhone()
    async let second = makePhone()
    let (one, other) = (try await first, try await second)
    try await allowNotifications(one.1)
    let content = UNMutableNotificationContent()
    content.body = "Tea is ready"
    let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: false)
    try await one.1.center.add(
        UNNotificationRequest(identifier: "tea", content: content, trigger: trigger))
    #expect(await one.1.center.pendingNotificationRequests().count == 1)
    #expect(await other.1.center.pendingNotificationRequests().isEmpty)
}
