// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Testing

private let id = PhoneFixture.bundleID

@Test(arguments: [AppState.terminated, .forceQuit])
func `RSP-11: opening an app that is not running reports a launch by the person`(state: AppState)
    throws
{
    var phone = try PhoneFixture(state)
    let outcome = try phone.perform(.launch(bundleID: id))
    #expect(outcome.callbacks.first?.kind == .didFinishLaunching)
    #expect(outcome.callbacks.first?.subject == .launch(.user))
    #expect(outcome.callbacks.allSatisfy { $0.rule == "RSP-11" })
}

@Test func `SIL-7: a restart ends the force-quit state, and an update does not`() throws {
    var phone = try PhoneFixture(.forceQuit)
    try phone.perform(.install(InstalledApp(bundleID: id, name: "Chat 2")))
    #expect(try phone.app.state == .forceQuit)
    #expect(try phone.decide(Sample.silent).outcome == .discarded)
    try phone.perform(.reboot)
    #expect(try phone.app.state == .terminated)
    #expect(try phone.decide(Sample.silent).outcome == .ranInBackground)
}

@Test func `SF-11: after a restart, protected files are readable from the first unlock on`() throws
{
    var phone = try PhoneFixture(isLocked: true)
    #expect(phone.device.canRead(.untilFirstUnlock))
    try phone.perform(.reboot)
    #expect(!phone.device.canRead(.untilFirstUnlock))
    #expect(phone.device.canRead(.none))
    // Pushes still arrive.
    #expect(try phone.decide(Sample.alert).place == .lockScreen)
    try phone.perform(.unlock)
    #expect(phone.device.canRead(.untilFirstUnlock))
    try phone.perform(.lock)
    #expect(phone.device.canRead(.untilFirstUnlock))
}

@Test func `RSP-15: files with complete protection are readable only while the phone is unlocked`()
    throws
{
    var phone = try PhoneFixture()
    #expect(phone.device.canRead(.complete))
    try phone.perform(.lock)
    #expect(!phone.device.canRead(.complete))
}

@Test func `LNK-6: opening the app clears neither the badge nor the list of notifications`() throws
{
    var phone = try PhoneFixture()
    try phone.take(#"{"aps":{"alert":"Hi","badge":2}}"#)
    try phone.perform(.launch(bundleID: id))
    #expect(try phone.app.badge == 2)
    #expect(try phone.app.delivered.count == 1)
}

@Test func `deleting an app removes the app and its banner, and unregisters the app`() throws {
    var phone = try PhoneFixture()
    try phone.take(Sample.alert)
    #expect(phone.device.banner != nil)
    let outcome = try phone.perform(.uninstall(bundleID: id))
    #expect(outcome.linkOrders == [.unregister(bundleID: id)])
    #expect(phone.device.banner == nil)
    #expect(phone.device.apps.isEmpty)
}
