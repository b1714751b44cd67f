// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import DeviceSimulator
import Foundation
import OpenUserNotifications
import Simulation
import Synchronization
import Testing

@MainActor
private final class LifeDelegate: NSObject, UIApplicationDelegate {
    let journal: Journal
    init(_ journal: Journal) { self.journal = journal }

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        journal.note("will")
        return true
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        let payload = launchOptions?[.remoteNotification] as? [String: AnyObject]
        journal.note("did \(payload?["k"] == nil ? "" : "with payload")")
        return true
    }

    func applicationDidBecomeActive(_ application: UIApplication) { journal.note("active") }

    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult {
        journal.note("fetch")
        return .noData
    }
}

private final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    let journal: Journal
    var window: UIWindow?
    init(_ journal: Journal) { self.journal = journal }

    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {
        let response = connectionOptions.notificationResponse
        journal.note("scene \(response?.notification.request.content.title ?? "")")
    }

    func sceneDidBecomeActive(_ scene: UIScene) { journal.note("scene active") }
}

@Test func `RSP-1: a tap starts the app with the payload in its launch options`() async throws {
    let journal = Journal()
    var parts = ApplicationCode.Parts()
    parts.delegate = { LifeDelegate(journal) }
    let test = try await AppUnderTest(.terminated, parts: parts)
    await test.phone.receive(try test.push(alertJSON))
    let id = try #require(test.system.app?.delivered.first?.id)
    try await test.phone.perform(.tap(notificationID: id))
    #expect(journal.lines == ["will", "did with payload", "active"])
}

@Test func `RSP-1: an app with scenes gets the response in the scene's connection options`()
    async throws
{
    let journal = Journal()
    var parts = ApplicationCode.Parts()
    parts.delegate = { LifeDelegate(journal) }
    parts.sceneDelegate = { SceneDelegate(journal) }
    let test = try await AppUnderTest(.terminated, parts: parts)
    await test.phone.receive(try test.push(alertJSON))
    let id = try #require(test.system.app?.delivered.first?.id)
    try await test.phone.perform(.tap(notificationID: id))
    #expect(journal.lines == ["will", "did ", "scene Ann", "scene active"])
}

@Test func `LC-5: a background push launches the app and runs the async callback`() async throws {
    let journal = Journal()
    var parts = ApplicationCode.Parts()
    parts.delegate = { LifeDelegate(journal) }
    let test = try await AppUnderTest(.terminated, parts: parts)
    await test.phone.receive(try test.push(#"{"aps":{"content-available":1}}"#))
    await test.phone.settled()
    #expect(journal.lines.last == "fetch")
    #expect(test.results(of: "didReceiveRemoteNotification") == ["no-data"])
}

@Test func `an app that was force-quit is launched again from the beginning`() async throws {
    let journal = Journal()
    var parts = ApplicationCode.Parts()
    parts.delegate = { LifeDelegate(journal) }
    let test = try await AppUnderTest(.terminated, parts: parts)
    try await test.phone.perform(.launch(bundleID: AppUnderTest.bundleID))
    try await test.phone.perform(.forceQuit(bundleID: AppUnderTest.bundleID))
    await test.phone.settled()
    #expect(await MainActor.run { test.app.application.delegate == nil })
    try await test.phone.perform(.launch(bundleID: AppUnderTest.bundleID))
    #expect(journal.lines == ["will", "did ", "active", "will", "did ", "active"])
}
