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

private let id = PhoneFixture.bundleID
private let now = PhoneFixture.now
private let hour = 3600.0

private func phone(
    _ state: AppState = .suspended, edit: (inout InstalledApp) -> Void = { _ in }
) throws -> PhoneFixture {
    try PhoneFixture(state) {
        $0.capabilities.taskIdentifiers = ["refresh", "other"]
        edit(&$0)
    }
}

private func submit(
    _ name: String = "refresh", in phone: inout PhoneFixture, earliest: Date? = nil
) throws(RefreshFailure) {
    try phone.device.submitRefresh(
        RefreshRequest(id: name, earliest: earliest), of: id, at: now)
}

@Test(arguments: [
    (
        AppState.terminated, [Callback.Kind.didFinishLaunching, .backgroundRefresh],
        AppState.background
    ),
    (.suspended, [.backgroundRefresh], .background),
    (.background, [.backgroundRefresh], .background),
    (.foreground, [.backgroundRefresh], .foreground),
])
func `a background app refresh wakes or launches the app`(
    state: AppState, callbacks: [Callback.Kind], after: AppState
) throws {
    var phone = try phone(state)
    try submit(in: &phone)
    let outcome = try phone.perform(.runBackgroundRefresh(bundleID: id))
    #expect(outcome.callbacks.map(\.kind) == callbacks)
    #expect(outcome.callbacks.last?.subject == .task("refresh"))
    if state == .terminated { #expect(outcome.callbacks.first?.subject == .launch(.background)) }
    #expect(try phone.app.state == after)
    // The request is removed when the refresh has run.
    #expect(throws: DeviceActionError.impossible(bundleID: id, .noRefreshRequest)) {
        try phone.perform(.runBackgroundRefresh(bundleID: id))
    }
}

/// A condition that prevents a refresh.
struct RefreshObstacle: Sendable, CustomTestStringConvertible {
    let rule: RuleID
    let why: Impossibility
    let action: UserAction

    var testDescription: String { "\(rule): \(why.rawValue)" }

    static let all: [RefreshObstacle] = [
        RefreshObstacle(
            rule: "SIL-8", why: .refreshIsOff, action: .setBackgroundRefresh(bundleID: id, false)),
        RefreshObstacle(
            rule: "SIL-8", why: .refreshIsOff, action: .setGlobalBackgroundRefresh(false)),
        RefreshObstacle(rule: "SIL-9", why: .lowPower, action: .setLowPower(true)),
        RefreshObstacle(rule: "SIL-7", why: .forceQuit, action: .forceQuit(bundleID: id)),
    ]
}

@Test(arguments: RefreshObstacle.all)
func `while an obstacle exists, no refresh is due and none can be run`(row: RefreshObstacle) throws
{
    var phone = try phone()
    try submit(in: &phone)
    #expect(phone.device.nextDueDate != nil)
    try phone.perform(row.action)
    #expect(phone.device.nextDueDate == nil)
    let error = #expect(throws: DeviceActionError.impossible(bundleID: id, row.why)) {
        try phone.perform(.runBackgroundRefresh(bundleID: id))
    }
    #expect(error?.description.contains("(\(row.rule))") == true)
}

@Test func `a refresh does not run before the earliest date that the app requested`() throws {
    var phone = try phone()
    try submit(in: &phone, earliest: now.addingTimeInterval(5 * hour))
    #expect(throws: DeviceActionError.impossible(bundleID: id, .refreshIsEarly)) {
        try phone.perform(.runBackgroundRefresh(bundleID: id))
    }
    #expect(phone.device.nextDueDate == now.addingTimeInterval(5 * hour))
}

@Test
func `the system runs a refresh an hour after the request if the app is not in the foreground`()
    throws
{
    var phone = try phone(.foreground)
    try submit(in: &phone)
    #expect(phone.device.nextDueDate == nil)
    try phone.perform(.sendToBackground(bundleID: id))
    try phone.perform(.suspend(bundleID: id))
    let date = now.addingTimeInterval(hour)
    #expect(phone.device.nextDueDate == date)
    #expect(phone.device.takeDue(at: date.addingTimeInterval(-1)) == nil)
    guard case .outcome(let outcome) = phone.device.takeDue(at: date) else {
        Issue.record("nothing is due")
        return
    }
    #expect(outcome.callbacks.map(\.kind) == [.backgroundRefresh])
    #expect(try phone.app.state == .background)
    #expect(phone.device.nextDueDate == nil)
}

@Test func `with an interval of 0 minutes, the system never runs a refresh by itself`() throws {
    var phone = try phone()
    phone.device.choices.backgroundRefreshMinutes = 0
    try submit(in: &phone)
    #expect(phone.device.nextDueDate == nil)
    #expect(try phone.perform(.runBackgroundRefresh(bundleID: id)).callbacks.count == 1)
}

@Test func `only one refresh request can be pending, and the same identifier replaces it`() throws {
    var phone = try phone()
    try submit(in: &phone)
    try submit(in: &phone, earliest: now.addingTimeInterval(hour))
    #expect(try phone.app.refreshRequests.count == 1)
    #expect(try phone.app.refreshRequests.first?.earliest != nil)
    #expect(throws: RefreshFailure.tooManyPendingTaskRequests) { try submit("other", in: &phone) }
    phone.device.cancelRefresh("other", of: id)
    #expect(try phone.app.refreshRequests.count == 1)
    phone.device.cancelRefresh(nil, of: id)
    try submit("other", in: &phone)
}

@Test
func `a refresh request needs the background mode, a declared identifier, the setting and a phone`()
    throws
{
    var noMode = try phone { $0.capabilities.fetchBackgroundMode = false }
    #expect(throws: RefreshFailure.notPermitted) { try submit(in: &noMode) }
    var undeclared = try phone()
    #expect(throws: RefreshFailure.notPermitted) { try submit("unknown", in: &undeclared) }
    var off = try phone { $0.backgroundRefreshEnabled = false }
    #expect(throws: RefreshFailure.unavailable) { try submit(in: &off) }
    var simulator = try phone()
    simulator.device.kind = .simulator
    #expect(throws: RefreshFailure.unavailable) { try submit(in: &simulator) }
}
