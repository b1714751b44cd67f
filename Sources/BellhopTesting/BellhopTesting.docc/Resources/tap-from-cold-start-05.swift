import BellhopTesting
import Testing

// MARK: The app

/// Opens the destination of a notification as soon as there are views to show it.
@MainActor
final class Navigation {
    private(set) var page = "start"
    private var waiting: String?
    private var hasViews = false

    func open(_ page: String) {
        if hasViews { self.page = page } else { waiting = page }
    }

    func viewsAppeared() {
        hasViews = true
        if let waiting { page = waiting }
        waiting = nil
    }
}

final class ShopDelegate: NSObject, UIApplicationDelegate, UNUserNotificationCenterDelegate {
    let navigation = Navigation()

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        // A delegate that is set later does not get the tap that starts the app.
        UNUserNotificationCenter.current().delegate = self
        application.registerForRemoteNotifications()
        return true
    }

    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        let userInfo = response.notification.request.content.userInfo
        guard let order = userInfo["order"] as? String else { return }
        await navigation.open("order " + order)
    }
}

// MARK: Its tests

@MainActor
struct TapFromColdStart {
    let phone: TestPhone
    let app: AppUnderTest

    init() async throws {
        phone = try await TestPhone()
        app = try await phone.install(TestApp("com.example.shop") { ShopDelegate() })
        try await phone.perform(.setAuthorization(bundleID: app.bundleID, .authorized))
        // The first launch registers for pushes.
        try await phone.launch(app)
    }

    private var navigation: Navigation? { app.delegate(as: ShopDelegate.self)?.navigation }
    private let push = #"{"aps":{"alert":"Your order is on its way"},"order":"20931"}"#

    @Test(.timeLimit(.minutes(30)))
    func `a tap that starts the app waits for its views`() async throws {
        try await phone.forceQuit(app)
        try await phone.lock()
        try await phone.push(push, to: app)
        #expect(navigation == nil, "a notification does not start an app")
        try await phone.unlock()
        try await phone.tap()
        let navigation = try #require(navigation)
        #expect(navigation.page == "start")
        navigation.viewsAppeared()
        #expect(navigation.page == "order 20931")
    }

    @Test(.timeLimit(.minutes(30)))
    func `a tap while the app is in the background opens the page at once`() async throws {
        navigation?.viewsAppeared()
        try await phone.goHome()
        try await phone.push(push, to: app)
        try await phone.tap()
        #expect(navigation?.page == "order 20931")
    }
}
