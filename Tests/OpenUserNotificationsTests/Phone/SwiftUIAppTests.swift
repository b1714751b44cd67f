// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DeviceModel
import DeviceSimulator
import Foundation
import OpenUserNotifications
import Simulation
import Testing

/// The delegate of a SwiftUI app. It is not final and has its own `init()`, as in real apps.
private class ChatDelegate: NSObject, UIApplicationDelegate {
    var log: [String]
    var sceneDelegate: AnyClass?

    override init() {
        log = ["made"]
        super.init()
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        log.append("launched")
        return true
    }

    func applicationDidBecomeActive(_ application: UIApplication) { log.append("active") }

    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult {
        log.append("push \(userInfo["n"] as? Int ?? 0)")
        return .newData
    }

    func application(
        _ application: UIApplication,
        configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        let configuration = UISceneConfiguration(
            name: nil, sessionRole: connectingSceneSession.role)
        configuration.delegateClass = ChatSceneDelegate.self
        return configuration
    }
}

private final class ChatSceneDelegate: NSObject, UIWindowSceneDelegate {
    var phases: [String] = []

    func sceneDidEnterBackground(_ scene: UIScene) { phases.append("background") }
}

/// The phases of the scenes of an app, and the number of background tasks that have run.
@MainActor
private final class SceneLog: ObservableObject {
    @Published var phases: [ScenePhase] = []
    @Published var refreshCount = 0
}

private struct ChatApp: App {
    @UIApplicationDelegateAdaptor(ChatDelegate.self) var delegate
    @Environment(\.scenePhase) private var scenePhase
    @StateObject private var log: SceneLog

    var body: some Scene {
        let log = log
        return WindowGroup {
            Text("never made")
        }
        .onChange(of: scenePhase) { _, phase in log.phases.append(phase) }
        .backgroundTask(.appRefresh("com.example.chat.refresh")) { await log.refresh() }
    }

    init() { self.init(SceneLog()) }

    init(_ log: SceneLog) { _log = StateObject(wrappedValue: log) }
}

extension SceneLog {
    fileprivate func refresh() { refreshCount += 1 }
}

private func makeApp(_ log: SceneLog? = nil) async throws -> AppUnderTest {
    var parts = ApplicationCode.Parts()
    parts.app = { log.map { ChatApp($0) } ?? ChatApp() }
    return try await AppUnderTest(.terminated, parts: parts) {
        $0.capabilities.taskIdentifiers = ["com.example.chat.refresh"]
    }
}

@MainActor
@Test func `the delegate of an app written with SwiftUI is the one that its adaptor creates`()
    async throws
{
    let test = try await makeApp()
    _ = try await test.phone.perform(.launch(bundleID: AppUnderTest.bundleID))
    await test.phone.settled()
    let delegate = try #require(test.app.application.delegate as? ChatDelegate)
    #expect(delegate.log == ["made", "launched"])
    _ = try await test.phone.perform(.sendToBackground(bundleID: AppUnderTest.bundleID))
    let arrival = try test.push(#"{"aps":{"content-available":1},"n":7}"#)
    test.phone.accept(arrival)
    await test.phone.settled()
    #expect(delegate.log == ["made", "launched", "push 7"])
}

@MainActor
@Test func `the class that the app delegate names becomes the scene's delegate`() async throws {
    let test = try await makeApp()
    _ = try await test.phone.perform(.launch(bundleID: AppUnderTest.bundleID))
    await test.phone.settled()
    let delegate = try #require(test.app.scenes.first?.delegate as? ChatSceneDelegate)
    _ = try await test.phone.perform(.sendToBackground(bundleID: AppUnderTest.bundleID))
    await test.phone.settled()
    #expect(delegate.phases == ["background"])
}

@MainActor
@Test func `a scene is informed of its phase`() async throws {
    let log = SceneLog()
    let test = try await makeApp(log)
    _ = try await test.phone.perform(.launch(bundleID: AppUnderTest.bundleID))
    await test.phone.settled()
    let launched = log.phases
    _ = try await test.phone.perform(.sendToBackground(bundleID: AppUnderTest.bundleID))
    await test.phone.settled()
    #expect(log.phases == launched + [.background])
    _ = try await test.phone.perform(.launch(bundleID: AppUnderTest.bundleID))
    await test.phone.settled()
    #expect(log.phases == launched + [.background, .active])
}

@MainActor
@Test func `a scene's background task runs when its request is due`() async throws {
    let log = SceneLog()
    let test = try await makeApp(log)
    _ = try await test.phone.perform(.launch(bundleID: AppUnderTest.bundleID))
    await test.phone.settled()
    try await test.app.run {
        try BGTaskScheduler.shared.submit(
            BGAppRefreshTaskRequest(identifier: "com.example.chat.refresh"))
    }
    _ = try await test.phone.perform(.sendToBackground(bundleID: AppUnderTest.bundleID))
    _ = try await test.phone.perform(.runBackgroundRefresh(bundleID: AppUnderTest.bundleID))
    await test.phone.settled()
    #expect(log.refreshCount == 1)
}
