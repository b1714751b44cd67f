// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopTesting
import Testing

// The blocks between the markers appear verbatim in docs/guide/testing.md.

// guide: tap-app
/// Opens the page that a notification leads to, as soon as there is a view to show it.
@MainActor
final class Router {
    private(set) var page = "start"
    private var pendingPage: String?
    private var hasViews = false

    func open(_ page: String) {
        if hasViews { self.page = page } else { pendingPage = page }
    }

    func viewsAppeared() {
        hasViews = true
        if let pendingPage { page = pendingPage }
        pendingPage = nil
    }
}

@MainActor
final class MessengerDelegate: NSObject, UIApplicationDelegate, UNUserNotificationCenterDelegate {
    let router = Router()
    private(set) var sent: [String] = []

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        let center = UNUserNotificationCenter.current()
        // Set the delegate here and not later, or the tap that starts the app is lost.
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

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        let chat = response.notification.request.content.userInfo["chat"] as? String ?? ""
        if let reply = response as? UNTextInputNotificationResponse {
            sent.append("\(chat): \(reply.userText)")
        } else if response.actionIdentifier == UNNotificationDefaultActionIdentifier {
            router.open("chat \(chat)")
        }
    }
}
// guide: end

// guide: tap-tests
@MainActor
struct TapRouting {
    let phone: TestPhone
    let app: AppUnderTest
    let push = """
        {"aps":{"alert":{"title":"Ann","body":"Lunch?"},"category":"message"},"chat":"ann"}
        """

    init() async throws {
        phone = try await TestPhone()
        app = try await phone.install(TestApp("com.example.chat") { MessengerDelegate() })
        try await phone.setPermission(.authorized, for: app)
        // The first launch registers for pushes and sets the category.
        try await phone.launch(app)
    }

    var delegate: MessengerDelegate? { app.delegate() }

    @Test func `a tap that starts the app waits for its views`() async throws {
        try await phone.forceQuit(app)
        try await phone.lock()
        try await phone.push(push)
        #expect(delegate == nil, "an alert does not start an app")

        try await phone.tap()
        let router = try #require(delegate).router
        #expect(router.page == "start")
        router.viewsAppeared()
        #expect(router.page == "chat ann")
    }

    @Test func `a reply from the lock screen is sent while the phone stays locked`() async throws {
        try await phone.goHome()
        try await phone.suspend(app)
        try await phone.lock()
        try await phone.push(push)

        try await phone.choose("reply", text: "At one?")
        #expect(delegate?.sent == ["ann: At one?"])
        #expect(phone.screen.isLocked)
        #expect(app.state?.state == .suspended)
    }

    @Test func `a dismissal opens no page`() async throws {
        delegate?.router.viewsAppeared()
        try await phone.goHome()
        try await phone.push(push)
        try await phone.dismiss()
        #expect(delegate?.router.page == "start")
        #expect(phone.screen.notifications.isEmpty)
    }
}
// guide: end

@Test func `a reply is sent from the lock screen`() async throws {
    // guide: readme-phone
    let phone = try await TestPhone()
    let app = try await phone.install(TestApp("com.example.chat") { MessengerDelegate() })
    try await phone.setPermission(.authorized, for: app)
    try await phone.launch(app)
    try await phone.lock()

    try await phone.push(#"{"aps":{"alert":"Lunch?","category":"message"},"chat":"ann"}"#)
    #expect(phone.screen.lockScreen.map(\.body) == ["Lunch?"])
    try await phone.choose("reply", text: "At one?")
    #expect(await app.delegate(as: MessengerDelegate.self)?.sent == ["ann: At one?"])
    // guide: end
}
