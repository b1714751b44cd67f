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

// Claims about the service extension, Focus and background pushes; see SeedClaimTests.

private let id = PhoneFixture.bundleID
private let mutable = #"{"aps":{"alert":{"title":"A","body":"B"},"mutable-content":1}}"#

extension PhoneFixture {
    /// An app with a service extension.
    fileprivate static func withExtension(_ state: AppState = .suspended) throws -> PhoneFixture {
        try PhoneFixture(state) { $0.capabilities.serviceExtension = true }
    }

    fileprivate func decide(
        _ json: String, extension result: ServiceExtensionResult?
    ) throws -> ArrivalDecision {
        device.decide(
            .push(try push(json)), at: Self.now, answers: ArrivalAnswers(serviceExtension: result))
    }

    /// Whether the service extension is called for a payload.
    fileprivate func runsExtension(for json: String) throws -> Bool {
        if case .serviceExtension = try decide(json, extension: nil).question {
            true
        } else {
            false
        }
    }
}

@Test func `T130, NSE-1, LC-3: a service extension changes a push before it is shown`() throws {
    var content = NotificationContent(title: "A", body: "decrypted")
    content.badge = 2
    let decision = try PhoneFixture.withExtension().decide(mutable, extension: .delivered(content))
    #expect(decision.notification?.body == "decrypted")
    #expect(decision.badge == 2)
    #expect(decision.place == .banner)
}

@Test func `T131, LC-1, LC-3: without mutable-content, the extension does not run`() throws {
    let phone = try PhoneFixture.withExtension()
    #expect(try phone.runsExtension(for: mutable))
    #expect(try !phone.runsExtension(for: Sample.alert))
    #expect(try !PhoneFixture().runsExtension(for: mutable))
}

@Test(arguments: [
    #"{"title":"A"}"#, #"{"subtitle":"A"}"#, #"{"body":"A"}"#, #""A""#, #"{"loc-key":"A"}"#,
])
func `T132, NSE-1, NSE-2: one text in the alert is enough for the extension to run`(alert: String)
    throws
{
    let json = "{\"aps\":{\"alert\":\(alert),\"mutable-content\":1}}"
    #expect(try PhoneFixture.withExtension().runsExtension(for: json))
}

@Test(arguments: [#""content-available":1"#, #""sound":"default""#, #""badge":3"#])
func `T133, NSE-3, LC-8: a push without an alert never runs the extension`(key: String) throws {
    let phone = try PhoneFixture.withExtension()
    #expect(try !phone.runsExtension(for: "{\"aps\":{\(key),\"mutable-content\":1}}"))
}

@Test(arguments: AppState.allCases)
func `T134, T151, NSE-4, LC-3: the extension runs in every state of the app`(state: AppState) throws
{
    #expect(try PhoneFixture.withExtension(state).runsExtension(for: mutable))
}

@Test(arguments: ["15.0", "18.6", "26.0"])
func `T156, NSE-15: from iOS 15 on, a message with a sender is a communication notification`(
    version: String
) throws {
    var phone = try PhoneFixture.withExtension()
    phone.device.systemVersion = version
    phone.device[id]?.capabilities.communication = true
    var content = NotificationContent(title: "Kim", body: "Hi")
    content.communication = Communication(senderName: "Kim")
    let decision = try phone.decide(mutable, extension: .delivered(content))
    #expect(decision.notification?.communication?.senderName == "Kim")
}

@Test func `T138, NSE-5: content that the extension returns when its time has expired is shown`()
    throws
{
    let attempt = NotificationContent(title: "A", body: "so far")
    let decision = try PhoneFixture.withExtension().decide(
        mutable, extension: .deliveredLate(attempt))
    #expect(decision.notification?.body == "so far")
}

@Test(arguments: [
    ServiceExtensionResult.timedOut, .crashed("index out of range"), .killedForMemory,
    .startedTooSlowly,
])
func `T140, NSE-6, NSE-7, NSE-8: if the extension returns no content, the original is shown`(
    result: ServiceExtensionResult
) throws {
    let decision = try PhoneFixture.withExtension().decide(mutable, extension: result)
    #expect(decision.notification?.body == "B")
    #expect(decision.place == .banner)
}

@Test(arguments: [("kim@example.com", true), ("lee@example.com", false)])
func `T161, LVL-5: a message from an allowed person is not silenced by the Focus`(
    sender: String, passes: Bool
) throws {
    var phone = try PhoneFixture.withExtension()
    phone.device[id]?.capabilities.communication = true
    phone.device.focus = Focus(allowedPeople: ["kim@example.com"])
    var content = NotificationContent(title: "A", body: "B")
    content.communication = Communication(senderName: "Somebody", senderHandle: sender)
    let decision = try phone.decide(mutable, extension: .delivered(content))
    #expect(decision.isSilencedByFocus == !passes)
    #expect((decision.place == .banner) == passes)
}

@Test(arguments: [true, false])
func `T220, LVL-3: time-sensitive notifications ignore Focus and summary unless switched off`(
    isOn: Bool
) throws {
    let json = #"{"aps":{"alert":"Hi","interruption-level":"time-sensitive"}}"#
    var phone = try PhoneFixture { $0.settings.timeSensitive = isOn }
    phone.device.focus = Focus()
    #expect(try (phone.decide(json).place == .banner) == isOn)
    phone.device.focus = nil
    phone.device.summary = ScheduledSummary()
    phone.device[id]?.settings.scheduledDelivery = true
    #expect(try phone.decide(json).waitsForSummary == !isOn)
}

@Test(arguments: [true, false])
func `T221, LVL-4, INT-4: a critical alert, if allowed, sounds despite mute, Focus and summary`(
    isAllowed: Bool
) throws {
    var phone = try PhoneFixture {
        $0.capabilities.criticalAlerts = isAllowed
        $0.settings.criticalAlert = isAllowed
        $0.settings.scheduledDelivery = true
    }
    phone.device.isMuted = true
    phone.device.focus = Focus()
    phone.device.summary = ScheduledSummary()
    let decision = try phone.decide(
        #"{"aps":{"alert":"Hi","sound":{"critical":1},"interruption-level":"critical"}}"#)
    #expect((decision.sound == "default") == isAllowed)
    #expect((decision.place == .banner) == isAllowed)
}

@Test
func `T224, INT-11: the phone explains time-sensitive notifications, then offers an off switch`()
    throws
{
    var phone = try PhoneFixture()
    let json = #"{"aps":{"alert":"Hi","interruption-level":"time-sensitive"}}"#
    var notes: [ArrivalDecision.TimeSensitiveNote] = []
    for day in 0..<30 {
        let now = PhoneFixture.now.addingTimeInterval(Double(day) * 86_400)
        let decision = phone.device.decide(.push(try phone.push(json)), at: now)
        phone.device.apply(decision)
        if let note = decision.timeSensitiveNote { notes.append(note) }
    }
    #expect(notes == [.explains, .offersToSwitchOff])
}

@Test func `T225, INT-1, INT-12: a Focus silences but lists alerts; Low Power Mode hides none`()
    throws
{
    var phone = try PhoneFixture()
    phone.device.isLowPower = true
    #expect(try phone.decide(Sample.alert).place == .banner)
    phone.device.focus = Focus()
    let silenced = try phone.take(#"{"aps":{"alert":"Hi","sound":"default"}}"#)
    #expect(silenced.place == .notificationCenter)
    #expect(silenced.sound == nil)
    #expect(try phone.app.delivered.count == 1)
}

@Test(arguments: [(3, 3), (5, 5), (0, 8)])
func `T233, T238, SIL-3, SIL-4: a choice sets how many silent pushes per hour wake an app`(
    limit: Int, wakes: Int
) throws {
    var phone = try PhoneFixture()
    phone.device.choices.backgroundPushesPerHour = limit
    var woken = 0
    for number in 0..<8 {
        let decision = try phone.take(Sample.silent, number: UInt8(number))
        if decision.wake != nil { woken += 1 }
        phone.device.endBackgroundRun(of: id)
    }
    #expect(woken == wakes)
    #expect((try phone.app.heldPush != nil) == (limit != 0))
}

@Test func `T235, SIL-9, SIL-4: Low Power Mode holds only the newest silent push`() throws {
    var phone = try PhoneFixture()
    try phone.perform(.setLowPower(true))
    for number in [1, 2] {
        #expect(try phone.take(Sample.silent, number: UInt8(number)).wake == nil)
    }
    #expect(try phone.app.heldPush?.push.id == phone.push(Sample.silent, number: 2).id)
    let calls = try phone.perform(.launch(bundleID: id)).callbacks.map(\.kind)
    #expect(calls.count { $0 == .didReceiveRemoteNotification } == 1)
    #expect(try phone.app.heldPush == nil)
}

@Test func `T241, LC-4: one payload can combine alert, mutable-content and content-available`()
    throws
{
    let json =
        #"{"aps":{"alert":"Hi","content-available":1,"mutable-content":1,"category":"MAIL"}}"#
    let decision = try PhoneFixture.withExtension().decide(
        json, extension: .delivered(NotificationContent(body: "changed", category: "MAIL")))
    #expect(decision.reasons.contains("LC-4"))
    #expect(decision.notification?.body == "changed")
    #expect(decision.backgroundCallback != nil)
}
