// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

private let mutable =
    #"{"aps":{"alert":{"title":"Alex","body":"secret"},"mutable-content":1},"k":1}"#
private let mutableAndSilent =
    #"{"aps":{"alert":"secret","mutable-content":1,"content-available":1},"k":1}"#

private func phone(
    _ state: AppState = .suspended, edit: (inout InstalledApp) -> Void = { _ in }
) throws -> PhoneFixture {
    try PhoneFixture(state) { app in
        app.capabilities.serviceExtension = true
        edit(&app)
    }
}

private func result(
    _ result: ServiceExtensionResult, _ phone: PhoneFixture, _ json: String = mutable,
    pushType: PushType = .alert
) throws -> ArrivalDecision {
    phone.device.decide(
        .push(try phone.push(json, pushType: pushType)), at: PhoneFixture.now,
        answers: ArrivalAnswers(serviceExtension: result, presentation: nil))
}

@Test(arguments: AppState.allCases)
func `NSE-1, NSE-4: mutable-content runs the extension in every state, also after a force-quit`(
    state: AppState
) throws {
    let asked = try phone(state)
    let decision = asked.device.decide(
        .push(try asked.push(mutable)), at: PhoneFixture.now, answers: ArrivalAnswers())
    guard case .serviceExtension(let content) = decision.question else {
        Issue.record("the decision has no question: \(decision.summary)")
        return
    }
    #expect(content.title == "Alex" && content.body == "secret")
    #expect(decision.callbacks.map(\.kind) == [.serviceExtension])
    #expect(!decision.outcome.isDelivered)
}

struct LifeCycleRow: Sendable, CustomTestStringConvertible {
    var testDescription: String { "\(rule) \(json)" }

    let rule: RuleID
    let json: String
    let foreground: [Callback.Kind]
    let background: [Callback.Kind]
    let forceQuit: [Callback.Kind]

    static let all = [
        // LT-3
        LifeCycleRow(
            rule: "LC-3", json: mutable, foreground: [.serviceExtension, .willPresent],
            background: [.serviceExtension], forceQuit: [.serviceExtension]),
        // LT-4
        LifeCycleRow(
            rule: "LC-4", json: mutableAndSilent,
            foreground: [.serviceExtension, .willPresent, .didReceiveRemoteNotification],
            background: [.serviceExtension, .didReceiveRemoteNotification],
            forceQuit: [.serviceExtension]),
    ]
}

@Test(arguments: LifeCycleRow.all, AppState.allCases)
func `LC-3, LC-4, LT-3, LT-4, NSE-13: the extension runs first, then the app's own callbacks`(
    row: LifeCycleRow, state: AppState
) throws {
    let decision = try phone(state) { $0.behaviour.serviceExtension = .changes }.decide(row.json)
    let expected =
        switch state {
        case .foreground: row.foreground
        case .background, .suspended, .terminated: row.background
        case .forceQuit: row.forceQuit
        }
    #expect(decision.callbacks.map(\.kind) == expected)
    #expect(decision.reasons.contains(row.rule))
    #expect(decision.place == .banner)
    #expect(decision.notification?.body == AppBehaviour.changedPrefix + "secret")
    // NSE-13: the app's own callback gets the payload as the provider sent it.
    if let callback = decision.backgroundCallback {
        #expect(callback.subject == .userInfo(row.json))
    }
}

struct ExtensionCase: Sendable, CustomTestStringConvertible {
    let result: ServiceExtensionResult
    let rule: RuleID
    let body: String
    var testDescription: String { "\(rule)" }

    private static let changed = NotificationContent(title: "Alex", body: "Lunch?")

    static let all = [
        ExtensionCase(result: .delivered(changed), rule: "NSE-12", body: "Lunch?"),
        ExtensionCase(result: .deliveredLate(changed), rule: "NSE-5", body: "Lunch?"),
        ExtensionCase(result: .timedOut, rule: "NSE-5", body: "secret"),
        ExtensionCase(result: .timedOut, rule: "NSE-6", body: "secret"),
        ExtensionCase(result: .crashed("trap"), rule: "NSE-6", body: "secret"),
        ExtensionCase(result: .killedForMemory, rule: "NSE-7", body: "secret"),
        ExtensionCase(result: .startedTooSlowly, rule: "NSE-8", body: "secret"),
        ExtensionCase(result: .delivered(NotificationContent()), rule: "NSE-10", body: "secret"),
    ]
}

@Test(arguments: ExtensionCase.all)
func `the extension's result determines whether its content or the original is shown`(
    row: ExtensionCase
) throws {
    let decision = try result(row.result, phone())
    #expect(decision.question == nil)
    #expect(decision.reasons.contains(row.rule))
    #expect(decision.notification?.body == row.body)
    #expect(decision.notification?.title == "Alex")
    #expect(decision.place == .banner)
    // NSE-12: the identifier does not change, whatever the extension returns.
    #expect(decision.notification?.id == decision.notification?.apnsID?.text)
    let expires =
        switch row.result {
        case .deliveredLate, .timedOut: true
        default: false
        }
    #expect(decision.callbacks.contains { $0.kind == .serviceExtensionWillExpire } == expires)
}

@Test func `NSE-12: the extension may change everything that is shown`() throws {
    var content = NotificationContent(
        title: "T", subtitle: "S", body: "B", sound: .named("chime.caf"), badge: 9,
        threadID: "thread", category: "REPLY", level: .timeSensitive, userInfo: #"{"x":2}"#)
    content.relevanceScore = 0.5
    content.targetContentID = "window"
    let decision = try result(.delivered(content), phone())
    let shown = try #require(decision.notification)
    #expect([shown.title, shown.subtitle, shown.body] == ["T", "S", "B"])
    #expect(decision.sound == "chime.caf" && decision.badge == 9)
    #expect(shown.threadID == "thread" && shown.category == "REPLY")
    #expect(shown.level == .timeSensitive && shown.relevanceScore == 0.5)
    #expect(shown.targetContentID == "window" && shown.userInfo == #"{"x":2}"#)
}

@Test(arguments: [
    (true, PushType.alert, ArrivalDecision.Place.none), (true, .background, .banner),
    (false, .alert, .banner),
])
func `NSE-11: with the filtering entitlement and type alert, empty content removes a notification`(
    filtering: Bool, pushType: PushType, place: ArrivalDecision.Place
) throws {
    let phone = try phone { $0.capabilities.filtering = filtering }
    let decision = try result(.delivered(NotificationContent()), phone, pushType: pushType)
    #expect(decision.place == place)
    #expect(decision.reasons.contains(filtering ? "NSE-11" : "NSE-10"))
    #expect(decision.outcome == (place == .none ? .discarded : .shown))
    if place == .none {
        #expect(
            decision.summary
                == "The service extension removed the notification, so nothing was shown (NSE-11)."
        )
    }
    // Content with only a sound is not empty: the original is shown.
    let sound = try result(
        .delivered(NotificationContent(sound: .default)), phone, pushType: pushType)
    #expect(sound.place == .banner && sound.reasons.contains("NSE-10"))
}

@Test func `a notification that the extension removed still wakes the app for content-available`()
    throws
{
    let phone = try phone { $0.capabilities.filtering = true }
    let decision = try result(.delivered(NotificationContent()), phone, mutableAndSilent)
    #expect(decision.place == .none && decision.outcome == .ranInBackground)
    #expect(decision.backgroundCallback != nil)
}

@Test(arguments: [
    (#"{"aps":{"alert":"x"}}"#, "no mutable-content"),
    (#"{"aps":{"sound":"default","mutable-content":1}}"#, "no alert (NSE-3)"),
    (#"{"aps":{"content-available":1,"mutable-content":1}}"#, "silent (NSE-3)"),
    (#"{"aps":{"alert":{"title":""},"badge":1,"mutable-content":1}}"#, "no text"),
])
func `the extension never runs without mutable-content or without a text`(
    json: String, why: String
) throws {
    let decision = try phone(.foreground).decide(json)
    #expect(!decision.callbacks.contains { $0.kind == .serviceExtension }, "\(why)")
}

@Test(arguments: [
    #"{"title":"t"}"#, #"{"subtitle":"s"}"#, #"{"body":"b"}"#, #""text""#,
    #"{"loc-key":"K"}"#,
])
func `NSE-1, NSE-2: one text of an alert is enough for the extension to run`(alert: String) throws {
    let decision = try phone().decide("{\"aps\":{\"alert\":\(alert),\"mutable-content\":1}}")
    #expect(decision.callbacks.map(\.kind) == [.serviceExtension])
}

@Test(arguments: ["denied", "not asked", "alerts off", "no extension", "local"])
func `no extension runs if alerts are off or denied, the request is local, or the app has none`(
    why: String
) throws {
    var phone = try phone {
        switch why {
        case "denied": $0.authorization = .denied
        case "not asked": $0.authorization = .notDetermined
        case "alerts off": $0.settings = .allOff
        case "no extension": $0.capabilities.serviceExtension = false
        default: break
        }
    }
    phone.device.isLocked = false
    let decision =
        why == "local"
        ? phone.decide(local: NotificationContent(body: "x")) : try phone.decide(mutable)
    #expect(!decision.callbacks.contains { $0.kind == .serviceExtension })
    if why == "denied" { #expect(decision.reasons.contains("LC-23")) }
}

@Test func `ATT-4: an invalid attachment is removed; by choice, all changes are removed`() throws {
    var phone = try phone()
    var content = NotificationContent(body: "with picture")
    content.attachments = [
        NotificationAttachment(id: "a", path: "/a.png", type: "public.png", byteCount: 100),
        NotificationAttachment(id: "b", path: "/b.pdf", type: "com.adobe.pdf", byteCount: 100),
        NotificationAttachment(id: "c", path: "/c.mp3", type: "public.mp3", byteCount: 6 << 20),
    ]
    let kept = try result(.delivered(content), phone)
    #expect(kept.notification?.attachments.map(\.id) == ["a"])
    #expect(kept.notification?.body == "with picture")
    #expect(kept.reasons.contains("ATT-4"))
    phone.device.choices.invalidAttachmentDropsChanges = true
    let dropped = try result(.delivered(content), phone)
    #expect(dropped.notification?.attachments == [])
    #expect(dropped.notification?.body == "secret")
}

@Test func `ATT-7: attachments beyond the limit of the store are left out until there is space`()
    throws
{
    var phone = try phone()
    phone.device.choices.attachmentMegabytesMax = 15
    var content = NotificationContent(body: "big")
    content.attachments = [
        NotificationAttachment(id: "a", path: "/a.png", type: "public.png", byteCount: 9 << 20)
    ]
    let first = try result(.delivered(content), phone)
    #expect(first.notification?.attachments.count == 1)
    phone.device.apply(first)
    #expect(try phone.app.attachmentByteCount == 9 << 20)
    let second = try result(.delivered(content), phone)
    #expect(second.notification?.attachments == [] && second.reasons.contains("ATT-7"))
    try phone.perform(.dismiss(notificationID: try #require(first.notification?.id)))
    #expect(try result(.delivered(content), phone).notification?.attachments.count == 1)
}

@Test(arguments: [(true, RuleID("NSE-15")), (false, "INT-7")])
func `without the capability, a communication notification is an ordinary one`(
    isCapable: Bool, rule: RuleID
) throws {
    let phone = try phone { $0.capabilities.communication = isCapable }
    var content = NotificationContent(body: "Lunch?")
    content.communication = Communication(senderName: "Alex")
    let decision = try result(.delivered(content), phone)
    #expect((decision.notification?.communication != nil) == isCapable)
    #expect(decision.reasons.contains(rule))
}
