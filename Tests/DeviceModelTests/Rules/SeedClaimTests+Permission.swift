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

// Claims about permission and registration; see SeedClaimTests.

private let id = PhoneFixture.bundleID

@Test(arguments: [
    (Authorization.denied, RuleID("AUTH-23")), (.notDetermined, "AUTH-24"),
    (.authorized, "AUTH-20"), (.provisional, "AUTH-21"), (.ephemeral, "AUTH-22"),
])
func `T001: nothing is visible until permission is granted`(
    authorization: Authorization, rule: RuleID
) throws {
    var phone = try PhoneFixture(authorization: authorization)
    let decision = try phone.take(#"{"aps":{"alert":"Hi","badge":3,"sound":"default"}}"#)
    #expect(decision.reasons.contains(rule))
    let isAllowed = authorization.allowsNotifications
    #expect(try phone.app.delivered.isEmpty == !isAllowed)
    #expect((decision.place == .none) == !isAllowed)
}

@Test(arguments: [(PromptAnswer.allow, true), (.dontAllow, false)])
func `T002, AUTH-1, AUTH-4: there is one prompt, and later requests get its result`(
    answer: PromptAnswer, isGranted: Bool
) throws {
    var phone = try PhoneFixture(.foreground, authorization: .notDetermined)
    guard case .asking(let promptID, _) = phone.request([.alert, .sound, .badge]) else {
        return #expect(Bool(false), "the app is not waiting for a prompt")
    }
    let outcome = try phone.perform(.answerPrompt(answer))
    #expect(outcome.answeredPrompts.map(\.id) == [promptID])
    #expect(outcome.answeredPrompts.map(\.isGranted) == [isGranted])
    #expect(phone.request([.alert]) == .answered(isGranted: isGranted))
    #expect(phone.device.prompts.isEmpty)
}

@Test(arguments: [(PromptAnswer.allow, Authorization.authorized), (.dontAllow, .denied)])
func `T003, AUTH-1, AUTH-2, AUTH-3: a request for alert, sound and badge shows a prompt`(
    answer: PromptAnswer, authorization: Authorization
) throws {
    var phone = try PhoneFixture(.foreground, authorization: .notDetermined)
    _ = phone.request([.alert, .sound, .badge])
    #expect(phone.device.prompts.map(\.kind) == [.notifications])
    #expect(try phone.app.authorization == .notDetermined)
    try phone.perform(.answerPrompt(answer))
    #expect(try phone.app.authorization == authorization)
}

@Test
func `T013, T015, AUTH-5, AUTH-21: provisional permission needs no prompt and delivers quietly`()
    throws
{
    var phone = try PhoneFixture(authorization: .notDetermined)
    // Before the request, nothing is shown: provisional permission has to be requested.
    #expect(try phone.decide(Sample.alert).outcome == .discarded)
    #expect(phone.request([.alert, .sound, .provisional]) == .answered(isGranted: true))
    #expect(phone.device.prompts.isEmpty)
    let decision = try phone.take(#"{"aps":{"alert":"Hi","badge":3,"sound":"default"}}"#)
    #expect(decision.place == .notificationCenter)
    #expect(decision.sound == nil)
    #expect(try phone.app.badge == 0)
}

@Test
func `T014, AUTH-7, AUTH-8: Keep authorizes a provisional app, and Turn Off denies permission`()
    throws
{
    var phone = try PhoneFixture(authorization: .provisional)
    try phone.take(Sample.alert, collapseID: "n")
    var other = phone
    try phone.perform(.keep(notificationID: "n", .immediately))
    #expect(try phone.app.authorization == .authorized)
    #expect(try !phone.app.effectiveSettings.alert)
    try other.perform(.turnOff(notificationID: "n"))
    #expect(try other.app.authorization == .denied)
}

@Test(arguments: [true, false])
func `T017, OPT-2: the carPlay option adds a setting if the app supports CarPlay`(isCarPlay: Bool)
    throws
{
    var phone = try PhoneFixture(authorization: .notDetermined) {
        $0.capabilities.carPlay = isCarPlay
    }
    _ = phone.request([.alert, .carPlay])
    try phone.perform(.answerPrompt(.allow))
    #expect(
        phone.device.settingsSnapshot(of: id).carPlay == (isCarPlay ? .enabled : .notSupported))
}

@Test
func `T020, OPT-4, LNK-5: an app with settings of its own gets a button that calls openSettings`()
    throws
{
    var phone = try PhoneFixture(authorization: .notDetermined)
    _ = phone.request([.alert, .providesAppNotificationSettings])
    try phone.perform(.answerPrompt(.allow))
    #expect(phone.device.settingsSnapshot(of: id).providesAppNotificationSettings)
    let outcome = try phone.perform(.openNotificationSettings(bundleID: id))
    #expect(outcome.callbacks.contains { $0.kind == .openSettings && $0.subject == nil })
    #expect(try phone.app.state == .foreground)

    var without = try PhoneFixture(authorization: .authorized)
    #expect(throws: DeviceActionError.self) {
        try without.perform(.openNotificationSettings(bundleID: id))
    }
}

@Test func `T021, SET-1, SET-4: the app reads its permission and its settings`() throws {
    var phone = try PhoneFixture(authorization: .notDetermined)
    #expect(phone.device.settingsSnapshot(of: id).authorization == .notDetermined)
    #expect(phone.device.settingsSnapshot(of: id).alert == .notSupported)
    _ = phone.request([.alert, .badge])
    try phone.perform(.answerPrompt(.allow))
    let snapshot = phone.device.settingsSnapshot(of: id)
    #expect(snapshot.authorization == .authorized)
    #expect(snapshot.alert == .enabled && snapshot.alertStyle == .banner)
    #expect(snapshot.badge == .enabled)
    // The app never requested sounds.
    #expect(snapshot.sound == .notSupported)
}

@Test func `T022: there are five states of permission`() {
    #expect(
        Set(Authorization.allCases) == [
            .notDetermined, .denied, .authorized, .provisional, .ephemeral,
        ])
}

@Test(arguments: [true, false])
func `T023, AUTH-9: an App Clip has permission for 8 hours if its Info.plist requests this`(
    asks: Bool
)
    throws
{
    var phone = try PhoneFixture(authorization: .notDetermined) {
        $0.capabilities.isAppClip = true
        $0.capabilities.requestsEphemeralNotifications = asks
    }
    try phone.perform(.openAppClip(bundleID: id))
    #expect(try phone.app.authorization == (asks ? .ephemeral : .notDetermined))
    #expect(phone.device.prompts.isEmpty)
    let ends = try phone.app.ephemeralUntil
    #expect(ends == (asks ? PhoneFixture.now.addingTimeInterval(8 * 3600) : nil))
}

@Test func `T032, AUTH-14: during the prompt the app is inactive, not in the background`() throws {
    var phone = try PhoneFixture(.foreground, authorization: .notDetermined)
    guard case .asking(_, let callbacks) = phone.request([.alert]) else {
        return #expect(Bool(false), "the app is not waiting for a prompt")
    }
    #expect(callbacks.map(\.kind) == [.willResignActive])
    #expect(try phone.app.state == .foreground)
    let outcome = try phone.perform(.answerPrompt(.allow))
    #expect(outcome.callbacks.map(\.kind) == [.didBecomeActive])
}

private let mixes: [(AuthorizationOptions, [Prompt.Kind])] = [
    (.alert, [.notifications]), (.badge, [.notifications]),
    ([.alert, .sound, .badge], [.notifications]),
    ([.alert, .criticalAlert], [.notifications, .criticalAlerts]),
]

@Test(arguments: mixes)
func `T033, AUTH-1, OPT-3: all options share one prompt; critical alerts have their own`(
    options: AuthorizationOptions, kinds: [Prompt.Kind]
) throws {
    var phone = try PhoneFixture(.foreground, authorization: .notDetermined) {
        $0.capabilities.criticalAlerts = true
    }
    _ = phone.request(options)
    var promptKinds: [Prompt.Kind] = []
    while let prompt = phone.device.prompts.first {
        promptKinds.append(prompt.kind)
        try phone.perform(.answerPrompt(.allow))
    }
    #expect(promptKinds == kinds)
}

@Test(arguments: Authorization.allCases)
func `T042, REG-1, AUTH-25: registering needs no permission`(authorization: Authorization) throws {
    let phone = try PhoneFixture(authorization: authorization) { $0.tokens = [:] }
    #expect(phone.device.registrationPlan(of: id) == .ask)
}

@Test func `T051, T053, REG-5: restoring from a backup revokes the token, and a new one is needed`()
    throws
{
    var phone = try PhoneFixture()
    let old = phone.token
    let outcome = try phone.perform(.restoreFromBackup)
    #expect(try phone.app.tokens.isEmpty)
    #expect(outcome.linkOrders.contains(.revoke([old], because: .restored)))
    #expect(phone.device.registrationPlan(of: id) == .ask)
}

@Test(arguments: [true, false])
func `T052, REG-6: a choice decides whether reinstalling causes a new token`(isNew: Bool) throws {
    var phone = try PhoneFixture()
    phone.device.choices.reinstallMakesNewToken = isNew
    let token = phone.token
    try phone.perform(.uninstall(bundleID: id))
    try phone.perform(.install(InstalledApp(bundleID: id, name: "Chat")))
    #expect(phone.device.registrationPlan(of: id) == (isNew ? .ask : .have(token)))
}

@Test func `T053, REG-7: a launch, a restart, an update and a denial do not change the token`()
    throws
{
    var phone = try PhoneFixture()
    let token = phone.token
    try phone.perform(.launch(bundleID: id))
    try phone.perform(.reboot)
    try phone.perform(.install(InstalledApp(bundleID: id, name: "Chat 2")))
    try phone.perform(.setAuthorization(bundleID: id, .denied))
    #expect(phone.device.registrationPlan(of: id) == .have(token))
}

@Test
func `T056, T060, REG-11, REG-14: an old Simulator or a missing entitlement prevents registering`()
    throws
{
    var phone = try PhoneFixture { $0.tokens = [:] }
    phone.device.kind = .oldSimulator
    #expect(phone.device.registrationPlan(of: id) == .fail(.unsupportedSimulator))
    #expect(RegistrationFailure.unsupportedSimulator.code == 3010)
    phone.device.kind = .simulator
    #expect(phone.device.registrationPlan(of: id) == .ask)
    #expect(phone.device.environment(of: id) == .sandbox)
    phone.device[id]?.capabilities.environment = nil
    #expect(phone.device.registrationPlan(of: id) == .fail(.missingEntitlement))
    #expect(RegistrationFailure.missingEntitlement.code == 3000)
}

@Test(arguments: [(true, RegistrationPlan.fail(.offline)), (false, .wait)])
func `T059, REG-12: without a network, registering waits or, by choice, fails`(
    fails: Bool, plan: RegistrationPlan
) throws {
    var phone = try PhoneFixture { $0.tokens = [:] }
    phone.device.choices.registrationFailsOffline = fails
    try phone.perform(.setOnline(false))
    #expect(phone.device.registrationPlan(of: id) == plan)
    let outcome = try phone.perform(.setOnline(true))
    #expect(outcome.linkOrders.contains(.registerMissing))
    #expect(phone.device.missingTokens.map(\.bundleID) == [id])
}

@Test func `T226, SET-6: there is no setting for a category or a thread`() throws {
    let root = try JSONReader.read(JSONEncoder().encode(NotificationSettings.allOn)).value
    let keys = try #require(root.objectValue?.keys)
    #expect(keys.count > 10)
    #expect(keys.allSatisfy { !$0.contains("categor") && !$0.contains("thread") })
}
