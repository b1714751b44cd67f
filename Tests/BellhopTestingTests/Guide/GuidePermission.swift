// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopTesting
import Testing

// The blocks between the markers appear verbatim in docs/guide/testing.md.

// guide: permission-app
@MainActor
final class NotificationPermission {
    private let center = UNUserNotificationCenter.current()

    /// Call this when the first order is placed, not at launch.
    func askInContext() async -> Bool {
        switch await center.notificationSettings().authorizationStatus {
        case .authorized, .ephemeral: return true
        case .notDetermined, .provisional:
            let isGranted = try? await center.requestAuthorization(
                options: [.alert, .sound, .badge])
            return isGranted ?? false
        default: return false
        }
    }

    /// Shows no prompt: notifications arrive quietly, and the person decides when one has arrived.
    func tryQuietly() async {
        _ = try? await center.requestAuthorization(options: [.alert, .sound, .provisional])
    }
}

final class ShopDelegate: NSObject, UIApplicationDelegate {
    let permission = NotificationPermission()

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        application.registerForRemoteNotifications()
        return true
    }
}
// guide: end

// guide: permission-tests
@MainActor
struct PermissionInContext {
    let phone: TestPhone
    let app: AppUnderTest
    let permission: NotificationPermission

    init() async throws {
        phone = try await TestPhone()
        app = try await phone.install(TestApp("com.example.shop") { ShopDelegate() })
        try await phone.launch(app)
        permission = try #require(app.delegate(as: ShopDelegate.self)).permission
    }

    @Test func `permission is requested once, and not at launch`() async throws {
        #expect(phone.screen.prompt == nil)
        let asking = await app.start { [permission] in await permission.askInContext() }
        #expect(phone.screen.prompt?.kind == .notifications)
        try await phone.allow()
        #expect(try await asking.value)

        let again = await app.start { [permission] in await permission.askInContext() }
        #expect(phone.screen.prompt == nil)
        #expect(try await again.value)
    }

    @Test func `after Don't Allow it does not ask again, and nothing is shown`() async throws {
        let asking = await app.start { [permission] in await permission.askInContext() }
        try await phone.dontAllow()
        #expect(try await asking.value == false)

        let again = await app.start { [permission] in await permission.askInContext() }
        #expect(phone.screen.prompt == nil)
        #expect(try await again.value == false)

        try await phone.push(#"{"aps":{"alert":"Your order is on its way"}}"#)
        #expect(phone.screen.notifications.isEmpty)
    }

    @Test func `a provisional notification is quiet until the person keeps it`() async throws {
        await app.run { await permission.tryQuietly() }
        #expect(phone.screen.prompt == nil)
        try await phone.lock()

        try await phone.push(#"{"aps":{"alert":"Your order is on its way"}}"#)
        #expect(phone.screen.lockScreen.isEmpty)
        #expect(phone.screen.notifications.count == 1)

        try await phone.keep()
        #expect(app.settings.authorization == .authorized)
    }
}
// guide: end
