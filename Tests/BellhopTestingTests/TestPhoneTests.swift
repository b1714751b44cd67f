// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopTesting
import DeviceModel
import Foundation
import Testing

extension TestPhone {
    /// A phone with an app that has no code of its own.
    static func withApp(
        _ authorization: Authorization = .authorized
    ) async throws -> (TestPhone, AppUnderTest) {
        let phone = try await TestPhone()
        let app = InstalledApp(
            bundleID: "com.example.chat", name: "Chat", authorization: authorization)
        return (phone, try await phone.install(app))
    }
}

@Test func `a push passes through APNs and is shown on the screen`() async throws {
    let (phone, app) = try await TestPhone.withApp()
    let arrival = try await phone.push(#"{"aps":{"alert":"Hello","badge":3}}"#, to: app)
    #expect(arrival?.outcome == .shown)
    #expect(phone.screen.banner?.body == "Hello")
    #expect(app.badge == 3)
    #expect(phone.apns.log.count == 1)
}

@Test func `a rejection by APNs is thrown with its reason and its status`() async throws {
    let (phone, app) = try await TestPhone.withApp()
    let error = await #expect(throws: PushRejected.self) {
        try await phone.push("", to: app)
    }
    #expect(error?.reason == "PayloadEmpty")
    #expect(error?.status == 400)
}

@Test(.timeLimit(.minutes(30)))
func `of pushes sent at the same time, each gets its own response`() async throws {
    let (phone, app) = try await TestPhone.withApp()
    try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<40 {
            group.addTask {
                // Every fourth push is rejected, because its payload is empty.
                let body = number % 4 == 0 ? "" : #"{"aps":{"alert":"\#(number)"}}"#
                do {
                    let headers = PushHeaders(collapseID: "own-\(number)")
                    let arrival = try await phone.push(body, to: app, headers)
                    #expect(arrival?.notificationID == "own-\(number)")
                } catch let error as PushRejected {
                    #expect(number % 4 == 0)
                    #expect(error.reason == "PayloadEmpty")
                }
            }
        }
        try await group.waitForAll()
    }
    #expect(phone.screen.notifications.count == 30)
}

@Test func `a phone without network gets the stored push when it is online again`() async throws {
    let (phone, app) = try await TestPhone.withApp()
    try await phone.perform(.setOnline(false))
    #expect(try await phone.push(#"{"aps":{"alert":"Later"}}"#, to: app) == nil)
    #expect(phone.screen.notifications.isEmpty)
    try await phone.perform(.setOnline(true))
    #expect(phone.screen.notifications.map(\.body) == ["Later"])
}

@Test func `local notifications fire in order as time passes`() async throws {
    let (phone, app) = try await TestPhone.withApp()
    for minutes in [30, 10, 20] {
        let content = NotificationContent(body: NotificationText("after \(minutes)"))
        try app.system.add(
            NotificationRequest(
                id: "\(minutes)", content: content,
                trigger: .interval(seconds: Double(minutes) * 60, repeats: false)))
    }
    await phone.advance(by: .seconds(1500))
    #expect(phone.screen.notifications.map(\.body) == ["after 20", "after 10"])
    #expect(app.pending.map(\.id) == ["30"])
    await phone.advance(by: .seconds(3600))
    #expect(app.pending.isEmpty)
}

/// An app that yields a thousand times while it handles a silent push, as on a busy machine.
@MainActor
private final class SlowDelegate: NSObject, UIApplicationDelegate {
    private(set) var finishedCount = 0

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        application.registerForRemoteNotifications()
        return true
    }

    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult {
        // This is the app's work; the test itself does not count yields.
        var turnCount = 0
        while turnCount < 1_000 {
            await Task.yield()
            turnCount += 1
        }
        finishedCount += 1
        return .newData
    }
}

@MainActor
@Test func `advancing the clock waits for the app code that it starts`() async throws {
    let phone = try await TestPhone()
    let app = try await phone.install(TestApp("com.example.slow") { SlowDelegate() })
    try await phone.launch(app)
    try await phone.goHome()
    try await phone.suspend(app)
    let delegate = try #require(app.delegate(as: SlowDelegate.self))
    try await phone.setLowPower(true)
    try await phone.push(#"{"aps":{"content-available":1}}"#, to: app)
    try await phone.setLowPower(false)
    await phone.advance(by: .seconds(60))
    #expect(delegate.finishedCount == 1)
}
