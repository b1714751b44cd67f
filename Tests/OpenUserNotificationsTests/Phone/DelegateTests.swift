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

private final class CompletionDelegate: NSObject, UNUserNotificationCenterDelegate {
    let journal = Journal()

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        MainActor.preconditionIsolated()
        journal.note(notification.request.content.title)
        DispatchQueue.global().async { completionHandler([.banner]) }
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        let text = (response as? UNTextInputNotificationResponse)?.userText
        journal.note(text ?? response.actionIdentifier)
        completionHandler()
        completionHandler()
    }
}

private final class AsyncDelegate: NSObject, UNUserNotificationCenterDelegate {
    let journal = Journal()

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        await Task.yield()
        journal.note(notification.request.content.body)
        return [.list, .sound]
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        journal.note(response.actionIdentifier)
    }
}

private final class SilentDelegate: NSObject, UNUserNotificationCenterDelegate {}

@MainActor
private final class MainActorDelegate: NSObject, @MainActor UNUserNotificationCenterDelegate {
    var count = 0

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        count += 1
        completionHandler(.alert)
    }
}

@Test func `willPresent can call its completion handler on another thread`() async throws {
    let test = try await AppUnderTest()
    let delegate = CompletionDelegate()
    test.center.delegate = delegate
    await test.phone.receive(try test.push(alertJSON))
    #expect(delegate.journal.lines == ["Ann"])
    #expect(test.results(of: "willPresent") == ["banner"])
}

@Test func `the async variant of willPresent is called`() async throws {
    let test = try await AppUnderTest()
    let delegate = AsyncDelegate()
    test.center.delegate = delegate
    await test.phone.receive(try test.push(alertJSON))
    #expect(delegate.journal.lines == ["Hi"])
    #expect(test.results(of: "willPresent") == ["list, sound"])
}

@Test func `FG-5: the deprecated option alert means list and banner, also on the main actor`()
    async throws
{
    let test = try await AppUnderTest()
    let delegate = await MainActorDelegate()
    await MainActor.run { test.center.delegate = delegate }
    await test.phone.receive(try test.push(alertJSON))
    #expect(await delegate.count == 1)
    #expect(test.results(of: "willPresent") == ["banner, list"])
}

@Test func `FG-1: a delegate without willPresent shows nothing`() async throws {
    let test = try await AppUnderTest()
    let delegate = SilentDelegate()
    test.center.delegate = delegate
    await test.phone.receive(try test.push(alertJSON))
    #expect(try #require(test.system.app).delivered.isEmpty)
    #expect(await test.center.deliveredNotifications().isEmpty)
}

@Test func `FG-1: the center holds its delegate weakly`() async throws {
    let test = try await AppUnderTest()
    do {
        let delegate = SilentDelegate()
        test.center.delegate = delegate
    }
    #expect(test.center.delegate == nil)
}

@MainActor
private final class OldDelegate: NSObject, UIApplicationDelegate {
    static let journal = Journal()

    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
        Self.journal.note("fetch \(userInfo["k"] as? [Double] ?? [])")
        completionHandler(.newData)
    }
}

@Test func `FG-11: without a center delegate, the push is passed to the app delegate`() async throws
{
    var parts = ApplicationCode.Parts()
    parts.delegate = { OldDelegate() }
    let test = try await AppUnderTest(parts: parts)
    await test.phone.receive(try test.push(alertJSON))
    await test.phone.settled()
    #expect(await OldDelegate.journal.lines == ["fetch [1.0, 2.5]"])
}

@Test(arguments: [true, false])
func `T177, T178, RSP-12: a response that launches the app needs a delegate set in the launch`(
    isInTime: Bool
) async throws {
    let delegate = AsyncDelegate()
    var parts = ApplicationCode.Parts()
    parts.launch = {
        if isInTime {
            UNUserNotificationCenter.current().delegate = delegate
        } else {
            let center = UNUserNotificationCenter.current()
            Task { center.delegate = delegate }
        }
    }
    let test = try await AppUnderTest(.terminated, parts: parts)
    await test.phone.receive(try test.push(alertJSON))
    let id = try #require(test.system.app?.delivered.first?.id)
    try await test.phone.perform(.tap(notificationID: id))
    #expect(delegate.journal.lines == (isInTime ? [UNNotificationDefaultActionIdentifier] : []))
    #expect(test.system.appState == .foreground, "the tap opens the app in any case")
}

@Test func `RSP-4: a typed reply reaches the delegate; a second completion call does nothing`()
    async throws
{
    let test = try await AppUnderTest(.suspended)
    let delegate = CompletionDelegate()
    test.center.delegate = delegate
    test.center.setNotificationCategories([
        UNNotificationCategory(
            identifier: "CHAT",
            actions: [
                UNTextInputNotificationAction(
                    identifier: "REPLY", title: "Reply", options: [], textInputButtonTitle: "Send",
                    textInputPlaceholder: "Message")
            ], intentIdentifiers: [])
    ])
    await test.phone.receive(try test.push(#"{"aps":{"alert":"Hi","category":"CHAT"}}"#))
    let id = try #require(test.system.app?.delivered.first?.id)
    try await test.phone.perform(.choose(actionID: "REPLY", notificationID: id, text: "Yes"))
    #expect(delegate.journal.lines == ["Yes"])
}
