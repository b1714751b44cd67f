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

private struct RideAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable { var minutes: Int }
    var ride: String
}

@Test func `LA-1: an activity starts, changes and ends`() async throws {
    let test = try await AppUnderTest()
    try await test.app.run {
        let activity = try Activity.request(
            attributes: RideAttributes(ride: "7"),
            content: ActivityContent(
                state: RideAttributes.ContentState(minutes: 5), staleDate: nil))
        #expect(activity.activityState == .active)
        #expect(activity.attributes.ride == "7")
        #expect(Activity<RideAttributes>.activities.map(\.id) == [activity.id])
        await activity.update(
            ActivityContent(state: RideAttributes.ContentState(minutes: 3), staleDate: nil))
        #expect(activity.content.state.minutes == 3)
        await activity.end(nil, dismissalPolicy: .immediate)
        #expect(activity.activityState == .dismissed)
    }
}

@Test func `LA-2: an activity is refused if the app does not support Live Activities`() async throws
{
    let test = try await AppUnderTest { $0.capabilities.liveActivities = false }
    await test.app.run {
        #expect(!ActivityAuthorizationInfo().areActivitiesEnabled)
        #expect(throws: ActivityAuthorizationError.self) {
            try Activity.request(
                attributes: RideAttributes(ride: "7"),
                content: ActivityContent(
                    state: RideAttributes.ContentState(minutes: 5), staleDate: nil))
        }
    }
}

@Test func `LA-9: pushTokenUpdates provides the token of an activity`() async throws {
    let test = try await AppUnderTest()
    let token = try await test.app.run {
        let activity = try Activity.request(
            attributes: RideAttributes(ride: "7"),
            content: ActivityContent(
                state: RideAttributes.ContentState(minutes: 5), staleDate: nil),
            pushType: .token)
        for await token in activity.pushTokenUpdates { return token }
        return Data()
    }
    #expect(token == Data(repeating: 2, count: 32))
}

private final class CallDelegate: NSObject, PKPushRegistryDelegate {
    let journal = Journal()

    func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType
    ) {
        journal.note("token \(pushCredentials.token.count)")
    }

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType, completion: @escaping @Sendable () -> Void
    ) {
        journal.note(payload.dictionaryPayload["caller"] as? String ?? "")
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(type: .generic, value: "Ann")
        CXProvider(configuration: CXProviderConfiguration())
            .reportNewIncomingCall(with: UUID(), update: update) { _ in completion() }
    }
}

@Test func `REG-16, LC-10: a push registry gets its token and its calls`() async throws {
    let test = try await AppUnderTest { $0.tokenFamilies = [.app, .voip] }
    let delegate = CallDelegate()
    let registry = await test.app.run { PKPushRegistry(queue: .main) }
    registry.delegate = delegate
    registry.desiredPushTypes = [.voIP]
    await test.phone.settled()
    #expect(registry.pushToken(for: .voIP)?.count == 32)
    var push = try test.push(#"{"caller":"Ann"}"#)
    push = DevicePush(
        deviceToken: try #require(test.system.app?.tokens[.voip]),
        topic: Topic(AppUnderTest.bundleID + ".voip"),
        pushType: .voip, priority: .immediate, id: push.id, body: push.body,
        acceptedAt: push.acceptedAt)
    await test.phone.receive(push)
    await test.phone.settled()
    #expect(delegate.journal.lines == ["token 32", "Ann"])
    #expect(test.system.appState == .foreground)
}

/// A service extension that reports an incoming VoIP call when it receives a notification.
private final class CallingExtension: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let reply = CapturedHandler(contentHandler)
        CXProvider.reportNewIncomingVoIPPushPayload(["caller": "Ann"]) { error in
            let content = UNMutableNotificationContent()
            content.title =
                (error as? CXErrorCodeNotificationServiceExtensionError)
                .map { "error \($0.errorCode)" } ?? "handed over"
            reply.handler(content)
        }
    }

    /// `@unchecked Sendable` is safe here: the handler is a `let` and is called once, and iOS
    /// allows the call on any thread.
    private struct CapturedHandler: @unchecked Sendable {
        let handler: (UNNotificationContent) -> Void

        init(_ handler: @escaping (UNNotificationContent) -> Void) { self.handler = handler }
    }
}

@Test(arguments: [(true, true, "handed over"), (false, true, "error 2"), (true, false, "error 1")])
func `a service extension passes a call to the app's registry`(
    isEntitled: Bool, isRegistered: Bool, title: String
) async throws {
    var parts = ApplicationCode.Parts()
    parts.serviceExtension = { CallingExtension() }
    let test = try await AppUnderTest(.background, parts: parts) {
        $0.capabilities.filtering = isEntitled
        $0.tokenFamilies = [.app, .voip]
    }
    let delegate = CallDelegate()
    let registry = await test.app.run { PKPushRegistry(queue: .main) }
    registry.delegate = delegate
    if isRegistered { registry.desiredPushTypes = [.voIP] }
    await test.phone.settled()
    await test.phone.receive(try test.push(#"{"aps":{"alert":"x","mutable-content":1}}"#))
    await test.phone.settled()
    #expect(test.system.app?.delivered.map(\.title) == [title])
    #expect(delegate.journal.lines.contains("Ann") == (isEntitled && isRegistered))
}

@Test func `a badge below 0 is refused by both variants of setBadgeCount`() async throws {
    let test = try await AppUnderTest { $0.settings.badge = true }
    await #expect(throws: UNError.self) { try await test.center.setBadgeCount(-1) }
    let code = await withCheckedContinuation { continuation in
        test.center.setBadgeCount(-1) { continuation.resume(returning: ($0 as? UNError)?.code) }
    }
    #expect(code == .badgeInputInvalid)
}

@Test func `LNK-4: a URL of Settings can be opened, and a URL that no app handles cannot`()
    async throws
{
    let test = try await AppUnderTest()
    let application = await test.app.application
    let settings = try #require(URL(string: UIApplication.openSettingsURLString))
    #expect(await application.open(settings))
    #expect(await !application.open(try #require(URL(string: "unknown-app:x"))))
    #expect(test.app.services.openedURLs == [settings])
}

@Test func `phones with the same identifier have the same identifierForVendor`() async throws {
    let (first, second) = (try await AppUnderTest(), try await AppUnderTest())
    #expect(first.app.services.identifierForVendor == second.app.services.identifierForVendor)
}
