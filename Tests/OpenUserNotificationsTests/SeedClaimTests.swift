// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import DeviceSimulator
import Foundation
import OpenUserNotifications
import Simulation
import Testing

// Claims of articles and guides about Apple's API, one by one. Where a claim is wrong, the test
// shows what is true. The claims about the phone itself are tested in DeviceModelTests.

@Test func `T005: criticalAlert has the raw value 16, which is less than that of provisional`() {
    #expect(UNAuthorizationOptions.criticalAlert.rawValue == 16)
    #expect(
        UNAuthorizationOptions.criticalAlert.rawValue < UNAuthorizationOptions.provisional.rawValue)
}

@Test(arguments: [
    UIApplication.openSettingsURLString, UIApplication.openNotificationSettingsURLString,
])
func `T030, T031, LNK-4: both URLs of Settings can be opened`(address: String) async throws {
    let test = try await AppUnderTest()
    let application = await test.app.application
    let url = try #require(URL(string: address))
    #expect(await application.canOpenURL(url))
    #expect(await application.open(url))
    #expect(test.app.services.openedURLs == [url])
    #expect(UIApplication.openSettingsURLString != UIApplication.openNotificationSettingsURLString)
}

@MainActor
private final class RegistrationDelegate: NSObject, UIApplicationDelegate {
    let journal: Journal
    init(_ journal: Journal) { self.journal = journal }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        application.registerForRemoteNotifications()
        return true
    }

    func application(
        _ application: UIApplication,
        didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) { journal.note("token of \(deviceToken.count)") }

    func application(
        _ application: UIApplication,
        didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) { journal.note("error \((error as NSError).code)") }
}

@Test(arguments: [(true, "token of 32"), (false, "error 3000")])
func `T038, T039, T040, REG-2, REG-11: registering results in a token or an error`(
    isEntitled: Bool, line: String
) async throws {
    let journal = Journal()
    var parts = ApplicationCode.Parts()
    parts.delegate = { RegistrationDelegate(journal) }
    let test = try await AppUnderTest(.terminated, parts: parts) { app in
        if !isEntitled { app.capabilities.environment = nil }
    }
    try await test.phone.perform(.launch(bundleID: AppUnderTest.bundleID))
    await test.phone.settled()
    #expect(journal.lines == [line])
}

@Test func `AUTH-12: the result of the prompt is delivered on a background queue`() async throws {
    let test = try await AppUnderTest(authorization: .notDetermined)
    let journal = Journal()
    await MainActor.run {
        test.center.requestAuthorization(options: [.alert]) { isGranted, _ in
            journal.note("\(isGranted) \(Thread.isMainThread)")
        }
    }
    await test.phone.settled()
    #expect(journal.lines == ["true false"])
}

@Test func `T150, ATT-1: an attachment has an identifier and a local file`() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
        "bellhop-test-\(UUID().uuidString).jpg")
    try Data([1]).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let attachment = try UNNotificationAttachment(identifier: "image", url: url, options: nil)
    #expect(attachment.identifier == "image" && attachment.url == url)
    #expect(attachment.type == "public.jpeg")
    #expect(throws: UNError(.attachmentInvalidURL)) {
        try UNNotificationAttachment(
            identifier: "image", url: try #require(URL(string: "https://example.com/a.jpg")))
    }
}

@Test func `T157, T158, NSE-15: content can be updated from an intent that names the sender`()
    throws
{
    let person = INPerson(
        personHandle: INPersonHandle(value: "kim@example.com", type: .emailAddress),
        nameComponents: nil, displayName: "Kim", image: INImage(imageData: Data([1])),
        contactIdentifier: nil, customIdentifier: "42")
    let intent = INSendMessageIntent(
        recipients: nil, outgoingMessageType: .outgoingMessageText, content: "Hi",
        speakableGroupName: INSpeakableString(spokenPhrase: "Friends"),
        conversationIdentifier: "c1", serviceName: nil, sender: person, attachments: nil)
    let interaction = INInteraction(intent: intent, response: nil)
    interaction.direction = .incoming
    let content = UNMutableNotificationContent()
    content.body = "Hi"
    let updated = try content.updating(from: intent)
    #expect(updated.body == "Hi" && updated.record.provider != nil)
    #expect(intent.sender?.displayName == "Kim" && person.customIdentifier == "42")
    #expect(interaction.direction == .incoming)
    #expect(content.record.provider == nil, "the original content does not change")
}

@Test func `T191: an action may have a system symbol or an image of the app`() {
    let symbol = UNNotificationActionIcon(systemImageName: "trash")
    let action = UNNotificationAction(
        identifier: "D", title: "Delete", options: .destructive, icon: symbol)
    #expect(action.icon == symbol)
    #expect(symbol != UNNotificationActionIcon(templateImageName: "trash"))
    #expect(UNNotificationAction(identifier: "D", title: "Delete").icon == nil)
}

@Test func `T201, T208, T209, T227: a request consists of an identifier, content and a trigger`()
    async throws
{
    let test = try await AppUnderTest()
    let content = UNMutableNotificationContent()
    content.title = "T"
    content.subtitle = "S"
    content.body = "B"
    content.sound = .default
    content.badge = 3
    content.userInfo = ["order": 42]
    content.threadIdentifier = "thread"
    content.categoryIdentifier = "category"
    content.interruptionLevel = .timeSensitive
    let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: false)
    try await test.center.add(
        UNNotificationRequest(identifier: "keep me", content: content, trigger: trigger))
    let pending = try #require(await test.center.pendingNotificationRequests().first)
    #expect(pending.identifier == "keep me")
    #expect(pending.content == content.copy() as? UNNotificationContent)
    #expect(pending.content.interruptionLevel == .timeSensitive)
    #expect((pending.trigger as? UNTimeIntervalNotificationTrigger)?.timeInterval == 60)
    test.center.removePendingNotificationRequests(withIdentifiers: ["keep me"])
    #expect(await test.center.pendingNotificationRequests().isEmpty)
}

@Test func `T214: a timer, a birthday, a nearby shop and a download trigger notifications`()
    async throws
{
    let test = try await AppUnderTest(.suspended)
    let shop = CLCircularRegion(
        center: CLLocationCoordinate2D(latitude: 52.52, longitude: 13.405), radius: 200,
        identifier: "shop")
    let triggers: [(String, UNNotificationTrigger?)] = [
        ("download", nil),
        ("timer", UNTimeIntervalNotificationTrigger(timeInterval: 600, repeats: false)),
        (
            "birthday",
            UNCalendarNotificationTrigger(
                dateMatching: DateComponents(month: 5, day: 4, hour: 9), repeats: true)
        ),
        ("shop", UNLocationNotificationTrigger(region: shop, repeats: true)),
    ]
    try await test.phone.perform(.move(to: Coordinate(latitude: 48.1, longitude: 11.5)))
    for (identifier, trigger) in triggers {
        let content = UNMutableNotificationContent()
        content.body = identifier
        try await test.center.add(
            UNNotificationRequest(identifier: identifier, content: content, trigger: trigger))
    }
    await test.phone.settled()
    var shown: [String] { test.system.delivered.map(\.id) }
    #expect(shown == ["download"])
    await test.pass(600)
    #expect(shown == ["timer", "download"])
    try await test.phone.perform(.move(to: Coordinate(latitude: 52.52, longitude: 13.405)))
    await test.pass(60)
    #expect(shown == ["shop", "timer", "download"])
    await test.pass(366 * 86_400)
    #expect(Set(shown) == ["birthday", "shop", "timer", "download"])
    #expect(Set(test.system.pending.map(\.id)) == ["birthday", "shop"])
}

extension AppUnderTest {
    /// Moves the clock by this many seconds, and lets the phone process what is then due.
    fileprivate func pass(_ seconds: Int) async {
        clock.advance(by: .seconds(seconds))
        await phone.tick()
        await phone.settled()
    }
}

@MainActor
private final class FetchDelegate: NSObject, UIApplicationDelegate {
    let result: UIBackgroundFetchResult
    init(_ result: UIBackgroundFetchResult) { self.result = result }

    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult { result }
}

@Test(arguments: [
    (UIBackgroundFetchResult.newData, "new-data"), (.noData, "no-data"), (.failed, "failed"),
])
func `T231, SIL-12: the background callback returns the result of its fetch`(
    result: UIBackgroundFetchResult, name: String
) async throws {
    var parts = ApplicationCode.Parts()
    parts.delegate = { FetchDelegate(result) }
    let test = try await AppUnderTest(.terminated, parts: parts)
    await test.phone.receive(try test.push(#"{"aps":{"content-available":1}}"#))
    await test.phone.settled()
    #expect(test.results(of: "didReceiveRemoteNotification") == [name])
}

private struct OrderAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable { var step: Int }
}

@Test func `T245, LA-9: an activity's token arrives in the sequence pushTokenUpdates`() async throws
{
    let test = try await AppUnderTest()
    let token = try await test.app.run {
        let activity = try Activity.request(
            attributes: OrderAttributes(),
            content: ActivityContent(
                state: OrderAttributes.ContentState(step: 1), staleDate: nil),
            pushType: .token)
        for await token in activity.pushTokenUpdates { return token }
        return Data()
    }
    #expect(token.count == 32)
    #expect(test.system.activities.first?.token?.bytes == Array(token))
}
