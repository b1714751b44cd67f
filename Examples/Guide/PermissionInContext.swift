// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopTesting
import Testing

// MARK: The app

/// Requests permission after the first message was sent, and not before.
@MainActor
final class Composer {
    private let center = UNUserNotificationCenter.current()
    private(set) var sentCount = 0

    func send() async {
        sentCount += 1
        let settings = await center.notificationSettings()
        guard settings.authorizationStatus == .notDetermined else { return }
        _ = try? await center.requestAuthorization(options: [.alert, .sound, .badge])
    }
}

final class ComposerDelegate: NSObject, UIApplicationDelegate {
    let composer = Composer()
}

// MARK: Its tests

@MainActor
struct PermissionInContext {
    let phone: TestPhone
    let app: AppUnderTest
    let composer: Composer

    init() async throws {
        phone = try await TestPhone()
        app = try await phone.install(TestApp("com.example.chat") { ComposerDelegate() })
        try await phone.launch(app)
        composer = try #require(app.delegate(as: ComposerDelegate.self)).composer
    }

    /// Sends a message; returns when the system's prompt appears, or when the message is sent
    /// without one.
    private func send() async -> Task<Void, Never> {
        let (composer, phone) = (composer, phone)
        let count = composer.sentCount
        let sending = Task { await composer.send() }
        while composer.sentCount == count { await Task.yield() }
        await phone.settle()
        return sending
    }

    @Test func `no permission is requested at launch`() {
        #expect(phone.screen.prompt == nil)
    }

    @Test(.timeLimit(.minutes(30)))
    func `the first message requests permission, and then notifications arrive`() async throws {
        let sending = await send()
        try await phone.allow()
        await sending.value
        #expect(app.settings.authorization == .authorized)
    }

    @Test(.timeLimit(.minutes(30)))
    func `after a denial the second message does not request permission`() async throws {
        let first = await send()
        try await phone.dontAllow()
        await first.value
        await send().value
        #expect(phone.screen.prompt == nil)
        #expect(app.settings.authorization == .denied)
    }
}
