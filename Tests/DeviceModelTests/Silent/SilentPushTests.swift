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

private let minute = 60.0
private let hour = 3_600.0

@Test func `SIL-3, SIL-4: three silent pushes an hour wake the app, and the next one is held`()
    throws
{
    var phone = try PhoneFixture()
    for number in 0..<3 {
        let decision = try phone.take(Sample.silent, after: Double(number) * minute)
        #expect(decision.outcome == .ranInBackground)
    }
    let held = try phone.take(Sample.silent, after: 10 * minute)
    #expect(held.outcome == .held && held.callbacks.isEmpty && held.wake == nil)
    #expect(held.reasons.first == "SIL-3" && held.reasons.contains("SIL-4"))
    #expect(
        held.summary
            == "The background push was not delivered, because the app was already woken "
            + "3 times in this hour, which is the limit (SIL-3). The phone holds the push "
            + "until the app may run (SIL-4).")
    #expect(try phone.app.heldPush?.rule == "SIL-3")

    // The first wake leaves the rolling hour.
    #expect(phone.device.nextDueDate == PhoneFixture.after(hour))
    #expect(phone.takeDue(after: hour - 1) == nil)
    guard case .arrival(let incoming) = phone.takeDue(after: hour) else {
        Issue.record("the held push was not released")
        return
    }
    #expect(try phone.app.heldPush == nil)
    let released = phone.device.decide(incoming, at: PhoneFixture.after(hour))
    #expect(released.outcome == .ranInBackground)
}

@Test func `SIL-5: thirty wakes use up the budget of a day, which ends at the phone's midnight`()
    throws
{
    var phone = try PhoneFixture()
    phone.device.choices.backgroundPushesPerHour = 0
    phone.device.timeZone = "Europe/Berlin"
    // It is 9:00 in Berlin.
    for number in 0..<30 {
        let decision = try phone.take(Sample.silent, after: Double(number) * minute)
        #expect(decision.outcome == .ranInBackground, "push \(number)")
    }
    let held = try phone.take(Sample.silent, after: hour)
    #expect(held.reasons.first == "SIL-5" && held.outcome == .held)
    #expect(phone.device.nextDueDate == PhoneFixture.after(15 * hour))
    #expect(phone.takeDue(after: 15 * hour) != nil)
    #expect(try phone.take(Sample.silent, after: 15 * hour).outcome == .ranInBackground)
}

@Test(arguments: ["Xcode", "Simulator", "no limits", "in use"])
func `SIL-5, SIL-11: silent pushes are unlimited in use, under Xcode, in Simulator and at limit 0`(
    where place: String
) throws {
    var phone = try PhoneFixture(place == "in use" ? .foreground : .suspended)
    switch place {
    case "Xcode":
        try phone.perform(.setAttachedToXcode(bundleID: PhoneFixture.bundleID, true))
    case "Simulator": phone.device.kind = .simulator
    case "no limits":
        phone.device.choices.backgroundPushesPerHour = 0
        phone.device.choices.backgroundPushesPerDay = 0
    default: break
    }
    for number in 0..<50 {
        let decision = try phone.take(Sample.silent, after: Double(number))
        #expect(decision.outcome == (place == "in use" ? .handledByApp : .ranInBackground))
    }
}

@Test func `a push with an alert always wakes the app and does not count toward the limit`() throws
{
    var phone = try PhoneFixture()
    let both = #"{"aps":{"alert":"x","content-available":1}}"#
    for number in 0..<10 {
        #expect(try phone.take(both, after: Double(number)).backgroundCallback != nil)
    }
    #expect(try phone.take(Sample.silent, after: 20).outcome == .ranInBackground)
}

private let holding: [(String, RuleID)] = [
    ("low power", "SIL-9"), ("app refresh off", "SIL-8"), ("refresh off", "SIL-8"),
]

/// Turns a setting that holds silent pushes on or off.
private func turn(_ why: String, _ isOn: Bool, _ phone: inout PhoneFixture) throws {
    switch why {
    case "low power": try phone.perform(.setLowPower(isOn))
    case "app refresh off":
        try phone.perform(.setBackgroundRefresh(bundleID: PhoneFixture.bundleID, !isOn))
    default: try phone.perform(.setGlobalBackgroundRefresh(!isOn))
    }
}

@Test(arguments: holding)
func `SIL-8, SIL-9: a held push is released when the setting that holds it changes`(
    why: String, rule: RuleID
) throws {
    var phone = try PhoneFixture()
    try turn(why, true, &phone)
    let held = try phone.take(Sample.silent, after: 0)
    #expect(held.reasons.first == rule && held.outcome == .held)
    #expect(phone.device.nextDueDate == nil)
    try turn(why, false, &phone)
    guard case .arrival(.push(let push)) = phone.takeDue(after: 1) else {
        Issue.record("the held push was not released")
        return
    }
    #expect(push.body == Array(Sample.silent.utf8))
    #expect(phone.takeDue(after: 2) == nil)
}

@Test(arguments: holding)
func `SIL-8, SIL-11: an app in the foreground gets silent pushes, whatever the settings are`(
    why: String, rule: RuleID
) throws {
    var phone = try PhoneFixture(.foreground)
    try turn(why, true, &phone)
    let decision = try phone.take(Sample.silent, after: 0)
    #expect(decision.outcome == .handledByApp && decision.reasons.contains("SIL-11"))
}

@Test func `SIL-9: by choice, Low Power Mode does not hold silent pushes`() throws {
    var phone = try PhoneFixture()
    phone.device.isLowPower = true
    phone.device.choices.lowPowerHoldsBackgroundPushes = false
    #expect(try phone.take(Sample.silent, after: 0).outcome == .ranInBackground)
}

/// A phone that received this many pushes in Low Power Mode and holds the last one. The body of the
/// last push contains the number.
private func phoneHolding(_ number: Int, _ state: AppState = .suspended) throws -> PhoneFixture {
    var phone = try PhoneFixture(state)
    phone.device.isLowPower = true
    for count in 1...number {
        try phone.take(
            "{\"aps\":{\"content-available\":1},\"n\":\(count)}", after: Double(count))
    }
    return phone
}

@Test(arguments: [AppState.background, .suspended, .terminated])
func `SIL-4: only the newest push is held, and opening the app delivers the push at once`(
    state: AppState
) throws {
    var phone = try phoneHolding(3, state)
    let launched = try phone.perform(.launch(bundleID: PhoneFixture.bundleID))
    let callback = try #require(launched.callbacks.last)
    #expect(callback.kind == .didReceiveRemoteNotification && callback.rule == "SIL-4")
    #expect(callback.subject == .userInfo(#"{"aps":{"content-available":1},"n":3}"#))
    #expect(try phone.app.heldPush == nil)
    let again = try phone.perform(.sendToBackground(bundleID: PhoneFixture.bundleID))
    #expect(!again.callbacks.contains { $0.kind == .didReceiveRemoteNotification })
}

@Test(arguments: [
    UserAction.forceQuit(bundleID: PhoneFixture.bundleID),
    .terminate(bundleID: PhoneFixture.bundleID), .reboot,
])
func `SIL-4: a held push is removed when the app's process ends`(action: UserAction) throws {
    var phone = try phoneHolding(1)
    #expect(try phone.app.heldPush != nil)
    try phone.perform(action)
    #expect(try phone.app.heldPush == nil)
    phone.device.isLowPower = false
    #expect(phone.takeDue(after: hour) == nil)
}

@Test func `SIL-4: when a silent push is delivered, the held one is removed`() throws {
    var phone = try phoneHolding(1)
    phone.device.isLowPower = false
    #expect(try phone.take(Sample.silent, after: 10).outcome == .ranInBackground)
    #expect(try phone.app.heldPush == nil)
}

@Test(arguments: [UserAction.reboot, .launch(bundleID: PhoneFixture.bundleID)])
func `SIL-7: a restart, or opening the app, ends the force-quit state`(action: UserAction) throws {
    var phone = try PhoneFixture(.forceQuit)
    #expect(try phone.take(Sample.silent, after: 0).reasons.first == "SIL-7")
    #expect(try phone.app.heldPush == nil)
    try phone.perform(action)
    #expect(try phone.take(Sample.silent, after: 1).outcome != .discarded)
}

@Test func `T236, SIL-6, SIL-12: a run that takes too long counts as an additional wake`() throws {
    var phone = try PhoneFixture()
    let id = PhoneFixture.bundleID
    phone.device.apply(
        phone.device.decide(.push(try phone.push(Sample.silent)), at: PhoneFixture.now))
    phone.device.endBackgroundRun(of: id, result: nil, at: PhoneFixture.after(30))
    #expect(try phone.app.state == .terminated)
    #expect(try phone.take(Sample.silent, after: 60).wake == .launched)
    // Three wakes are counted: two pushes, and one more for the overrun.
    #expect(try phone.take(Sample.silent, after: 120).reasons.first == "SIL-3")
}

@Test func `T236, SIL-6: an overrun may cost nothing; an app that is rarely opened is still woken`()
    throws
{
    var phone = try PhoneFixture()
    phone.device.choices.overrunCostsWakes = 0
    phone.device.apply(
        phone.device.decide(.push(try phone.push(Sample.silent)), at: PhoneFixture.now))
    phone.device.endBackgroundRun(
        of: PhoneFixture.bundleID, result: nil, at: PhoneFixture.after(30))
    for seconds in [60.0, 120] {
        #expect(try phone.take(Sample.silent, after: seconds).wake != nil)
    }
    #expect(try phone.take(Sample.silent, after: 180).reasons.first == "SIL-3")
    // The app is not opened for weeks, which changes nothing.
    #expect(try phone.take(Sample.silent, after: 30 * 86_400).wake != nil)
}

@Test(arguments: [(FetchResult.newData, false), (.noData, true), (.failed, true)])
func `SIL-12: a run without new data costs the chosen number of wakes`(
    result: FetchResult, isHeld: Bool
) throws {
    var phone = try PhoneFixture()
    phone.device.choices.noDataCostsWakes = 2
    phone.device.apply(
        phone.device.decide(.push(try phone.push(Sample.silent)), at: PhoneFixture.now))
    phone.device.endBackgroundRun(
        of: PhoneFixture.bundleID, result: result, at: PhoneFixture.after(1))
    #expect(try phone.app.state == .suspended)
    #expect((try phone.take(Sample.silent, after: 2).outcome == .held) == isHeld)
}

@Test func `LC-5: a silent push is discarded if the app delegate lacks the callback`() throws {
    let phone = try PhoneFixture { $0.behaviour.implementsBackgroundCallback = false }
    let decision = try phone.decide(Sample.silent)
    #expect(decision.callbacks.isEmpty && decision.wake == nil && decision.outcome == .discarded)
    #expect(
        decision.summary
            == "The background push was not delivered, because the app delegate does not implement "
            + "the background callback (LC-5).")
}

struct InjectionCase: Sendable, CustomTestStringConvertible {
    var testDescription: String { json }

    let json: String
    var authorization = Authorization.authorized
    let isRefused: Bool
}

@Test(arguments: [
    InjectionCase(json: #"{"aps":{"alert":"x","mutable-content":1}}"#, isRefused: false),
    InjectionCase(json: Sample.silent, isRefused: true),
    InjectionCase(json: Sample.alert, authorization: .notDetermined, isRefused: true),
])
func `T279, REG-15: the Simulator treats injected pushes differently`(row: InjectionCase) throws {
    var phone = try PhoneFixture(authorization: row.authorization) {
        $0.capabilities.serviceExtension = true
    }
    let push = try phone.push(row.json)
    phone.device.kind = .simulator
    let injected = phone.device.decide(.injected(push), at: PhoneFixture.now)
    #expect(injected.reasons.contains("REG-15"))
    #expect((injected.outcome == .discarded) == row.isRefused)
    #expect(!injected.callbacks.contains { $0.kind == .serviceExtension })
    // From APNs the same push is treated as on a phone.
    let real = phone.device.decide(.push(push), at: PhoneFixture.now)
    #expect(!real.reasons.contains("REG-15"))
    phone.device.kind = .phone
    let onPhone = phone.device.decide(.injected(push), at: PhoneFixture.now)
    #expect(onPhone.summary == real.summary && onPhone.callbacks == real.callbacks)
}
