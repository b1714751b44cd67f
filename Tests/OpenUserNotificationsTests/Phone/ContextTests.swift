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

@Test func `code outside of every app uses a default device that grants permission`() async throws {
    let center = UNUserNotificationCenter.current()
    #expect(try await center.requestAuthorization(options: [.alert, .badge]))
    #expect(await center.notificationSettings().authorizationStatus == .authorized)
    let content = UNMutableNotificationContent()
    content.title = "Later"
    content.userInfo = ["at": Date(timeIntervalSince1970: 1), "n": 3, "flag": true]
    let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 3_600, repeats: false)
    try await center.add(
        UNNotificationRequest(identifier: "plain", content: content, trigger: trigger))
    let pending = await center.pendingNotificationRequests().filter { $0.identifier == "plain" }
    #expect(pending.map(\.content) == [content.copy() as? UNNotificationContent])
    #expect(pending.first?.content.userInfo["n"] as? Int == 3)
    #expect(pending.first?.content.userInfo["flag"] as? Bool == true)
    #expect(pending.first?.content.userInfo["at"] as? Date == Date(timeIntervalSince1970: 1))
    center.removePendingNotificationRequests(withIdentifiers: ["plain"])
    #expect(await center.pendingNotificationRequests().allSatisfy { $0.identifier != "plain" })
}

@Test func `two phones with the same app do not affect each other`() async throws {
    let first = try await AppUnderTest()
    let second = try await AppUnderTest()
    await withTaskGroup { group in
        for (test, name) in [(first, "first"), (second, "second")] {
            group.addTask {
                await test.app.run {
                    for number in 0..<20 {
                        let content = UNMutableNotificationContent()
                        content.body = name
                        let request = UNNotificationRequest(
                            identifier: "\(number)", content: content,
                            trigger: UNTimeIntervalNotificationTrigger(
                                timeInterval: 60, repeats: false))
                        try? await UNUserNotificationCenter.current().add(request)
                        await Task.yield()
                    }
                }
            }
        }
    }
    for (test, name) in [(first, "first"), (second, "second")] {
        let requests = await test.center.pendingNotificationRequests()
        #expect(requests.count == 20)
        #expect(requests.allSatisfy { $0.content.body == name })
    }
}

@Test func `a center belongs to its phone on any thread`() async throws {
    let test = try await AppUnderTest()
    let center = test.center
    let isSame = await withCheckedContinuation { continuation in
        Thread.detachNewThread {
            center.setBadgeCount(4) { _ in
                continuation.resume(returning: UNUserNotificationCenter.current() === center)
            }
        }
    }
    #expect(test.system.badge == 4)
    #expect(!isSame, "a thread that the test itself starts belongs to no app")
}

@Test func `closures that app code passes to a queue belong to the app`() async throws {
    let test = try await AppUnderTest()
    let found = await test.app.run {
        await withCheckedContinuation { continuation in
            UNUserNotificationCenter.current().getNotificationSettings { _ in
                let inHandler = UNUserNotificationCenter.current()
                DispatchQueue.main.async {
                    let onMain = (UNUserNotificationCenter.current(), UIApplication.shared)
                    DispatchQueue.global().asyncAfter(deadline: .now()) {
                        continuation.resume(
                            returning: [inHandler, onMain.0, UNUserNotificationCenter.current()])
                    }
                }
            }
        }
    }
    #expect(found.allSatisfy { $0 === test.center })
}

@Test func `the registration of a launch without scenes reaches the correct phone`() async throws {
    var parts = ApplicationCode.Parts()
    parts.delegate = { ClassicDelegate() }
    let test = try await AppUnderTest(
        .terminated, authorization: .notDetermined, parts: parts)
    try await test.phone.perform(.launch(bundleID: AppUnderTest.bundleID))
    while test.results(of: "didRegister").isEmpty { await Task.yield() }
    #expect(test.system.isRegistered)
    #expect(test.system.settings.authorization == .authorized)
}

@Test func `the prompt is shown as soon as the app has requested permission`() async throws {
    let test = try await AppUnderTest(authorization: .notDetermined)
    test.phone.setPromptPolicy(.ask)
    let journal = Journal()
    test.center.requestAuthorization(options: .alert) { isGranted, error in
        journal.note("\(isGranted) \(error == nil)")
    }
    #expect(test.phone.snapshot.prompts.count == 1)
    try await test.phone.perform(.answerPrompt(.dontAllow))
    await test.phone.settled()
    #expect(journal.lines == ["false true"])
    #expect(await test.center.notificationSettings().authorizationStatus == .denied)
}

@MainActor
private final class TokenDelegate: NSObject, UIApplicationDelegate {
    let journal = Journal()

    func application(
        _ application: UIApplication,
        didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
        journal.note("\(deviceToken.count)")
    }
}

@Test @MainActor func `the default device registers and calls the app delegate`() async throws {
    let delegate = TokenDelegate()
    UIApplication.shared.delegate = delegate
    UIApplication.shared.registerForRemoteNotifications()
    while delegate.journal.lines.isEmpty { await Task.yield() }
    #expect(delegate.journal.lines == ["32"])
    #expect(UIApplication.shared.isRegisteredForRemoteNotifications)
}

/// An app delegate as Xcode's templates and most tutorials write it.
private final class ClassicDelegate: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .sound]) {
            granted, _ in
            guard granted else { return }
            DispatchQueue.main.async {
                UIApplication.shared.registerForRemoteNotifications()
            }
        }
        return true
    }
}

@Test func `each App Group has its own folder, and an invalid identifier has none`() async throws {
    var parts = ApplicationCode.Parts()
    parts.groupFolder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "bellhop-test-\(UUID().uuidString)")
    let test = try await AppUnderTest(parts: parts)
    let urls = await test.app.run {
        ["group.a", "group.b", "../etc", ""].map {
            FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: $0)
        }
    }
    let first = try #require(urls[0])
    #expect(FileManager.default.fileExists(atPath: first.path))
    #expect(urls[1] != first)
    #expect(urls[2] == nil && urls[3] == nil)
    try parts.groupFolder.map { try FileManager.default.removeItem(at: $0) }
}
