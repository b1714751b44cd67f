// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Testing

private let id = PhoneFixture.bundleID

@Test(arguments: [
    (
        AppState.terminated, RuleID("RSP-1"),
        [Callback.Kind.didFinishLaunching, .didReceiveResponse, .didBecomeActive]
    ),
    (.forceQuit, "RSP-1", [.didFinishLaunching, .didReceiveResponse, .didBecomeActive]),
    (.background, "RSP-2", [.willEnterForeground, .didReceiveResponse, .didBecomeActive]),
    (.suspended, "RSP-2", [.willEnterForeground, .didReceiveResponse, .didBecomeActive]),
    (.foreground, "RSP-4", [.didReceiveResponse]),
])
func `a tap opens the app and runs the callbacks for its previous state`(
    state: AppState, rule: RuleID, callbacks: [Callback.Kind]
) throws {
    var phone = try PhoneFixture(state)
    try phone.take(Sample.alert, collapseID: "n")
    let outcome = try phone.perform(.tap(notificationID: "n"))
    #expect(outcome.callbacks.map(\.kind) == callbacks)
    #expect(outcome.callbacks.allSatisfy { $0.rule == rule && $0.bundleID == id })
    #expect(outcome.response?.notification.id == "n")
    #expect(outcome.response?.actionIdentifier == NotificationResponse.defaultActionIdentifier)
    #expect(try phone.app.state == .foreground)
    #expect(try phone.app.delivered.isEmpty)
    #expect(phone.device.banner == nil)
}

@Test func `a tap on the lock screen unlocks the phone and leaves the other notifications`() throws
{
    var phone = try PhoneFixture(isLocked: true)
    try phone.take(Sample.alert, collapseID: "one")
    try phone.take(Sample.alert, collapseID: "two")
    try phone.perform(.tap(notificationID: "one", bundleID: id))
    #expect(!phone.device.isLocked)
    #expect(try phone.app.delivered.map(\.id) == ["two"])
}

@Test func `a banner that is not listed can be tapped once`() throws {
    var phone = try PhoneFixture(.foreground) { $0.foregroundPresentation = [.banner] }
    try phone.take(Sample.alert, collapseID: "n")
    #expect(phone.device.banner?.notification.id == "n")
    #expect(
        try phone.perform(.tap(notificationID: "n")).callbacks.map(\.kind) == [.didReceiveResponse])
    #expect(throws: DeviceActionError.unknownNotification(id: "n", deliveredCount: 0)) {
        try phone.device.performing(.tap(notificationID: "n"), at: PhoneFixture.now)
    }
}

@Test func `clearing a notification runs nothing and does not change the badge`() throws {
    var phone = try PhoneFixture()
    try phone.take(#"{"aps":{"alert":"Hi","badge":2}}"#, collapseID: "n")
    let outcome = try phone.perform(.dismiss(notificationID: "n"))
    #expect(outcome.callbacks.isEmpty)
    #expect(try phone.app.delivered.isEmpty)
    #expect(phone.device.banner == nil)
    #expect(try phone.app.badge == 2)
}

@Test func `a dismissed banner stays in Notification Center`() throws {
    var phone = try PhoneFixture()
    try phone.take(Sample.alert)
    try phone.perform(.flickBannerAway)
    #expect(phone.device.banner == nil)
    #expect(try phone.app.delivered.count == 1)
}

@Test(arguments: [
    (AppState.terminated, [Callback.Kind.didFinishLaunching, .didBecomeActive]),
    (.forceQuit, [.didFinishLaunching, .didBecomeActive]),
    (.background, [.willEnterForeground, .didBecomeActive]),
    (.suspended, [.willEnterForeground, .didBecomeActive]), (.foreground, []),
])
func `opening the app from its icon delivers no response and clears nothing`(
    state: AppState, callbacks: [Callback.Kind]
) throws {
    var phone = try PhoneFixture(.suspended)
    try phone.take(#"{"aps":{"alert":"Hi","badge":2}}"#)
    phone.device[id]?.state = state
    let outcome = try phone.perform(.launch(bundleID: id))
    #expect(outcome.callbacks.map(\.kind) == callbacks)
    #expect(outcome.response == nil)
    #expect(try phone.app.delivered.count == 1)
    #expect(try phone.app.badge == 2)
    #expect(try phone.app.state == .foreground)
}

@Test func `opening an app sends the previous app to the background`() throws {
    var phone = try PhoneFixture(.foreground)
    phone.device.apps.append(InstalledApp(bundleID: "com.example.other", name: "Other"))
    let outcome = try phone.perform(.launch(bundleID: "com.example.other"))
    #expect(
        outcome.callbacks.map(\.kind) == [
            .willResignActive, .didEnterBackground, .didFinishLaunching, .didBecomeActive,
        ])
    #expect(try phone.app.state == .background)
    #expect(phone.device.foregroundApp?.bundleID == "com.example.other")
}

@Test func `locking sends the foreground app to the background, and unlocking brings it back`()
    throws
{
    var phone = try PhoneFixture(.foreground)
    try phone.take(Sample.alert)
    #expect(
        try phone.perform(.lock).callbacks.map(\.kind) == [.willResignActive, .didEnterBackground])
    #expect(try phone.app.state == .background)
    #expect(phone.device.banner == nil)
    #expect(try phone.decide(Sample.alert).place == .lockScreen)
    #expect(try phone.perform(.lock).callbacks.isEmpty)
    #expect(
        try phone.perform(.unlock).callbacks.map(\.kind) == [
            .willEnterForeground, .didBecomeActive,
        ])
    #expect(try phone.app.state == .foreground)
    #expect(try phone.perform(.unlock).callbacks.isEmpty)
}

@Test func `an app that was force-quit while the phone was locked does not return`() throws {
    var phone = try PhoneFixture(.foreground)
    try phone.perform(.lock)
    #expect(try phone.perform(.forceQuit(bundleID: id)).callbacks.map(\.kind) == [.willTerminate])
    #expect(try phone.perform(.unlock).callbacks.isEmpty)
    #expect(try phone.app.state == .forceQuit)
}

@Test(arguments: [
    (AppState.foreground, [Callback.Kind.willResignActive, .didEnterBackground, .willTerminate]),
    (.background, [.willTerminate]), (.suspended, []), (.terminated, []), (.forceQuit, []),
])
func `force-quitting is reported to a running app, but not to a suspended one`(
    state: AppState, callbacks: [Callback.Kind]
) throws {
    var phone = try PhoneFixture(state)
    #expect(try phone.perform(.forceQuit(bundleID: id)).callbacks.map(\.kind) == callbacks)
    #expect(try phone.app.state == .forceQuit)
}

@Test func `a force-quit app is woken again after a launch or a restart, but not after an unlock`()
    throws
{
    for (action, isWoken) in [
        (UserAction.launch(bundleID: id), true), (.reboot, true), (.unlock, false),
        (.setOnline(false), false),
    ] {
        var phone = try PhoneFixture(.forceQuit)
        try phone.perform(action)
        #expect((try phone.decide(Sample.silent).outcome != .discarded) == isWoken)
    }
}

@Test func `a restart locks the phone and ends every app`() throws {
    var phone = try PhoneFixture(.foreground)
    try phone.take(Sample.alert)
    try phone.perform(.reboot)
    #expect(phone.device.isLocked)
    #expect(try phone.app.state == .terminated)
    #expect(try phone.app.delivered.count == 1)
    #expect(try phone.app.tokens[.app] == phone.token)
}

@Test(arguments: AppState.allCases, AppState.allCases)
func `an app can be brought from every state to every other`(from: AppState, to: AppState) throws {
    for isLocked in [true, false] {
        var phone = try PhoneFixture(from, isLocked: isLocked)
        try phone.perform(.bring(bundleID: id, to: to))
        #expect(try phone.app.state == to)
        #expect(phone.device.isLocked == (to == .foreground ? false : isLocked))
    }
}

@Test(arguments: [
    UserAction.sendToBackground(bundleID: id), .suspend(bundleID: id), .terminate(bundleID: id),
])
func `an app that is not running cannot be stopped`(action: UserAction) throws {
    let phone = try PhoneFixture(.forceQuit)
    let error = #expect(throws: DeviceActionError.self) {
        try phone.device.performing(action, at: PhoneFixture.now)
    }
    #expect(
        error?.description
            == "The app com.example.chat is not running (force-quit). Launch it first.")
}

@Test(arguments: [
    UserAction.launch(bundleID: "no.such"), .sendToBackground(bundleID: "no.such"),
    .suspend(bundleID: "no.such"), .terminate(bundleID: "no.such"), .forceQuit(bundleID: "no.such"),
    .bring(bundleID: "no.such", to: .background), .uninstall(bundleID: "no.such"),
    .setAuthorization(bundleID: "no.such", .denied), .setSettings(bundleID: "no.such", .allOn),
    .setBackgroundRefresh(bundleID: "no.such", false),
    .setForegroundPresentation(bundleID: "no.such", []),
    .tap(notificationID: "n", bundleID: "no.such"),
    .dismiss(notificationID: "n", bundleID: "no.such"),
])
func `the error for an unknown app names the installed apps`(action: UserAction) throws {
    let phone = try PhoneFixture()
    let error = #expect(throws: DeviceActionError.self) {
        try phone.device.performing(action, at: PhoneFixture.now)
    }
    #expect(error == .unknownApp(bundleID: "no.such", installed: [id]))
    #expect(
        error?.description
            == "The app no.such is not installed on this phone. Installed apps: com.example.chat.")
}

@Test(arguments: [UserAction.tap(notificationID: "x\n"), .dismiss(notificationID: "x\n")])
func `the error for an unknown notification suggests a fix`(action: UserAction) throws {
    var phone = try PhoneFixture()
    let empty = #expect(throws: DeviceActionError.self) {
        try phone.device.performing(action, at: PhoneFixture.now)
    }
    #expect(
        empty?.description == "There is no notification x on this phone. Send one first.")
    try phone.take(Sample.alert)
    let error = #expect(throws: DeviceActionError.self) {
        try phone.device.performing(action, at: PhoneFixture.now)
    }
    #expect(error?.description.contains("identifiers of its notifications (1).") == true)
}

@Test func `changing the permission resets the settings, and setting the same permission does not`()
    throws
{
    var phone = try PhoneFixture()
    try phone.perform(.setSettings(bundleID: id, NotificationSettings(alert: false)))
    try phone.perform(.setAuthorization(bundleID: id, .authorized))
    #expect(try phone.app.settings.alert == false)
    try phone.perform(.setAuthorization(bundleID: id, .provisional))
    #expect(try phone.app.settings == .defaults(for: .provisional))
    try phone.perform(.setAuthorization(bundleID: id, .denied))
    #expect(try phone.app.settings == .allOff)
    try phone.perform(.setAuthorization(bundleID: id, .authorized))
    #expect(try phone.app.settings == .allOn)
}

@Test func `tokens, permission and notifications survive an update, but not a reinstallation`()
    throws
{
    var phone = try PhoneFixture(.foreground)
    try phone.take(#"{"aps":{"alert":"Hi","badge":2}}"#)
    let update = InstalledApp(bundleID: id, name: "Chat 2")
    try phone.perform(.install(update))
    #expect(try phone.app.name == "Chat 2")
    #expect(try phone.app.tokens[.app] == phone.token)
    #expect(try phone.app.authorization == .authorized)
    #expect(try phone.app.badge == 2)
    #expect(try phone.app.delivered.count == 1)
    #expect(try phone.app.state == .terminated)

    try phone.perform(.uninstall(bundleID: id))
    #expect(phone.device[id] == nil)
    #expect(phone.device.banner == nil)
    #expect(try phone.decide(Sample.alert).reasons == ["ARR-1"])
    try phone.perform(.install(update))
    #expect(try phone.app.tokens.isEmpty)
    #expect(try phone.app.authorization == .notDetermined)
    #expect(try phone.app.delivered.isEmpty)
}

@Test func `performing an action returns a changed phone and does not change the original`() throws
{
    let phone = try PhoneFixture(.foreground)
    let before = phone.device
    _ = try phone.device.performing(.lock, at: PhoneFixture.now)
    #expect(phone.device == before)
}
