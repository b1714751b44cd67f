// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Testing

private let id = PhoneFixture.bundleID

@Test func `AUTH-1: the first request shows one prompt and waits`() throws {
    var phone = try PhoneFixture(.foreground, authorization: .notDetermined)
    let promptID = try #require(phone.request().promptID)
    #expect(phone.device.prompts.map(\.id) == [promptID])
    #expect(phone.device.prompts.first?.kind == .notifications)
    #expect(phone.device.prompts.first?.bundleID == id)
    #expect(try phone.app.authorization == .notDetermined)
    #expect(phone.snapshot.authorization == .notDetermined)
}

@Test(arguments: [
    (RuleID("AUTH-2"), PromptAnswer.allow, Authorization.authorized),
    ("AUTH-3", .dontAllow, .denied),
])
func `the person's response determines the permission, and the waiting call returns`(
    rule: RuleID, answer: PromptAnswer, authorization: Authorization
) throws {
    var phone = try PhoneFixture(.foreground, authorization: .notDetermined)
    let promptID = try #require(phone.request().promptID)
    let outcome = try phone.perform(.answerPrompt(answer))
    #expect(outcome.answeredPrompts.map(\.id) == [promptID])
    #expect(outcome.answeredPrompts.map(\.isGranted) == [answer == .allow])
    #expect(outcome.reasons == [rule])
    #expect(try phone.app.authorization == authorization)
    #expect(phone.device.prompts.isEmpty)
}

@Test(arguments: [
    (Authorization.authorized, RuleID("AUTH-4"), true), (.denied, "AUTH-4", false),
    (.denied, "AUTH-11", false),
])
func `a later request gets the stored result at once and shows no prompt`(
    authorization: Authorization, rule: RuleID, isGranted: Bool
) throws {
    var phone = try PhoneFixture(.foreground, authorization: authorization)
    let before = phone.device
    #expect(phone.request() == .answered(isGranted: isGranted), "\(rule)")
    #expect(phone.request([.provisional]) == .answered(isGranted: isGranted), "\(rule)")
    #expect(phone.device == before)
}

@Test func `AUTH-5: a provisional request is granted without a prompt`() throws {
    var phone = try PhoneFixture(.foreground, authorization: .notDetermined)
    #expect(phone.request([.alert, .sound, .provisional]) == .answered(isGranted: true))
    #expect(try phone.app.authorization == .provisional)
    #expect(phone.device.prompts.isEmpty)
    // A second request changes nothing.
    #expect(phone.request([.alert, .provisional]) == .answered(isGranted: true))
    #expect(try phone.app.authorization == .provisional)
}

@Test(arguments: [Authorization.provisional, .ephemeral])
func `AUTH-6: an app with provisional or ephemeral permission can request full permission`(
    trial: Authorization
) throws {
    for answer in PromptAnswer.allCases {
        var phone = try PhoneFixture(.foreground, authorization: trial)
        #expect(phone.request().promptID != nil)
        #expect(try phone.app.authorization == trial)
        try phone.perform(.answerPrompt(answer))
        #expect(try phone.app.authorization == (answer == .allow ? .authorized : .denied))
        #expect(try phone.app.settings.alert == (answer == .allow))
    }
}

@Test func `AUTH-1: a second request during the prompt waits for the same response`() throws {
    var phone = try PhoneFixture(.foreground, authorization: .notDetermined)
    let first = try #require(phone.request([.alert]).promptID)
    #expect(phone.request([.sound]) == .asking(promptID: first, callbacks: []))
    #expect(phone.device.prompts.count == 1)
    let outcome = try phone.perform(.answerPrompt(.allow))
    #expect(outcome.answeredPrompts.map(\.id) == [first])
    #expect(phone.snapshot.sound == .enabled)
    #expect(phone.snapshot.badge == .notSupported)
}

@Test func `AUTH-13: a request returns true if at least one of its options is granted`() throws {
    var phone = try PhoneFixture(.foreground, authorization: .notDetermined) {
        $0.capabilities.criticalAlerts = true
    }
    _ = phone.request([.badge])
    try phone.perform(.answerPrompt(.allow))
    #expect(phone.request([.alert, .criticalAlert]).promptID != nil)
    try phone.perform(.answerPrompt(.dontAllow))
    #expect(phone.request([.criticalAlert]) == .answered(isGranted: false))
    #expect(phone.request([.badge, .criticalAlert]) == .answered(isGranted: true))
}

@Test func `critical alerts have their own prompt, after the first one`() throws {
    for answer in PromptAnswer.allCases {
        var phone = try PhoneFixture(.foreground, authorization: .notDetermined) {
            $0.capabilities.criticalAlerts = true
        }
        let first = try #require(phone.request([.alert, .criticalAlert]).promptID)
        let between = try phone.perform(.answerPrompt(.allow))
        #expect(between.answeredPrompts.isEmpty)
        #expect(between.callbacks.isEmpty)
        #expect(phone.device.prompts.map(\.kind) == [.criticalAlerts])
        let outcome = try phone.perform(.answerPrompt(answer))
        #expect(outcome.answeredPrompts.first?.id == first)
        #expect(outcome.answeredPrompts.map(\.isGranted) == [true, true])
        #expect(phone.snapshot.criticalAlert == (answer == .allow ? .enabled : .disabled))
        #expect(phone.snapshot.alert == .enabled)
    }
}

@Test func `critical alerts may be requested later, but not without the entitlement`() throws {
    var phone = try PhoneFixture(.foreground) { $0.capabilities.criticalAlerts = true }
    #expect(phone.request([.criticalAlert]).promptID != nil)
    let outcome = try phone.perform(.answerPrompt(.allow))
    #expect(outcome.answeredPrompts.map(\.isGranted) == [true])
    #expect(try phone.app.settings.criticalAlert)

    var plain = try PhoneFixture(.foreground)
    #expect(plain.request([.alert, .criticalAlert]) == .answered(isGranted: true))
    #expect(plain.snapshot.criticalAlert == .notSupported)
}

@Test func `after a refusal, no prompt for critical alerts follows`() throws {
    var phone = try PhoneFixture(.foreground, authorization: .notDetermined) {
        $0.capabilities.criticalAlerts = true
    }
    _ = phone.request([.alert, .criticalAlert])
    let outcome = try phone.perform(.answerPrompt(.dontAllow))
    #expect(outcome.answeredPrompts.map(\.isGranted) == [false])
    #expect(phone.device.prompts.isEmpty)
}

@Test func `deprecated options have no effect`() throws {
    var phone = try PhoneFixture(.foreground, authorization: .notDetermined) {
        $0.capabilities.timeSensitive = false
    }
    _ = phone.request([.alert, .announcement, .timeSensitive])
    try phone.perform(.answerPrompt(.allow))
    #expect(phone.snapshot.timeSensitive == .notSupported)
    #expect(phone.snapshot.announcement == .notSupported)
    #expect(try phone.app.requestedOptions == [.alert])
}

@Test func `AUTH-14: the app in the foreground is inactive during a prompt, not in the background`()
    throws
{
    var phone = try PhoneFixture(.foreground, authorization: .notDetermined)
    #expect(phone.device.isActive(id))
    guard case .asking(_, let callbacks) = phone.request() else {
        Issue.record("the app is not waiting for a prompt")
        return
    }
    #expect(callbacks.map(\.kind) == [.willResignActive])
    #expect(callbacks.map(\.rule) == ["AUTH-14"])
    #expect(try phone.app.state == .foreground)
    #expect(!phone.device.isActive(id))
    let outcome = try phone.perform(.answerPrompt(.allow))
    #expect(outcome.callbacks.map(\.kind) == [.didBecomeActive])
    #expect(phone.device.isActive(id))
}

@Test func `AUTH-14: an app that leaves and returns during a prompt becomes active only once`()
    throws
{
    var phone = try PhoneFixture(.foreground, authorization: .notDetermined)
    _ = phone.request()
    #expect(try phone.perform(.lock).callbacks.map(\.kind) == [.didEnterBackground])
    #expect(try phone.perform(.unlock).callbacks.map(\.kind) == [.willEnterForeground])
    #expect(
        try phone.perform(.answerPrompt(.allow)).callbacks.map(\.kind) == [.didBecomeActive])
}

@Test func `a prompt is removed when its app ends, and the waiting call returns`() throws {
    for action in [
        UserAction.forceQuit(bundleID: id), .terminate(bundleID: id), .uninstall(bundleID: id),
        .reboot, .install(InstalledApp(bundleID: id, name: "Chat 2")),
    ] {
        var phone = try PhoneFixture(.foreground, authorization: .notDetermined)
        let promptID = try #require(phone.request().promptID)
        let outcome = try phone.perform(action)
        #expect(outcome.answeredPrompts.map(\.id) == [promptID])
        #expect(outcome.answeredPrompts.map(\.isGranted) == [false])
        #expect(phone.device.prompts.isEmpty)
        #expect(phone.device[id]?.authorization ?? .notDetermined == .notDetermined)
    }
}

@Test
func `answering fails without a prompt, and an unknown app cannot request permission`()
    throws
{
    var phone = try PhoneFixture()
    let error = #expect(throws: DeviceActionError.self) {
        try phone.perform(.answerPrompt(.allow))
    }
    #expect(
        error?.description
            == "No permission prompt is on the screen. Have an app request permission first.")
    #expect(
        phone.device.requestAuthorization([.alert], of: "no.such", at: PhoneFixture.now)
            == .failed(.unknownApp(bundleID: "no.such")))
}
