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

// Claims about local notifications; see SeedClaimTests.

private let id = PhoneFixture.bundleID

extension PhoneFixture {
    @discardableResult
    fileprivate mutating func claimAdd(
        _ requestID: String = "r", _ trigger: NotificationTrigger? = nil, body: String = "Hi"
    ) throws -> Incoming? {
        let request = NotificationRequest(
            id: requestID, content: NotificationContent(body: NotificationText(body)),
            trigger: trigger)
        return try device.add(request, of: Self.bundleID, at: Self.now)
    }

    fileprivate func date(_ seconds: Double) -> Date { Self.now.addingTimeInterval(seconds) }

    /// Processes everything that is due this many seconds after ``now``; returns the decisions.
    fileprivate mutating func wait(_ seconds: Double) -> [ArrivalDecision] {
        var decisions: [ArrivalDecision] = []
        while let event = device.takeDue(at: date(seconds)) {
            switch event {
            case .outcome(let outcome): device = outcome.device
            case .arrival(let incoming):
                decisions.append(device.decide(incoming, at: date(seconds)))
                device.apply(decisions[decisions.count - 1])
            }
        }
        return decisions
    }
}

@Test(arguments: [Authorization.denied, .notDetermined])
func `T034, AUTH-23, AUTH-24: without permission, no local notification can be scheduled`(
    authorization: Authorization
) throws {
    var phone = try PhoneFixture(authorization: authorization)
    #expect(throws: NotificationFailure.notificationsNotAllowed) {
        try phone.claimAdd("r", .interval(seconds: 60, repeats: false))
    }
    #expect(phone.device.pendingRequests(of: id).isEmpty)
}

@Test func `T187, LC-1: local and remote notifications are presented alike`() throws {
    var phone = try PhoneFixture()
    let incoming = try #require(try phone.claimAdd("r", body: "Hi"))
    let local = phone.device.decide(incoming, at: PhoneFixture.now)
    let remote = try phone.decide(#"{"aps":{"alert":"Hi"}}"#)
    #expect(local.place == remote.place && local.isKept == remote.isKept)
    #expect(local.sound == remote.sound && local.callbacks == remote.callbacks)
    #expect(local.notification?.body == remote.notification?.body)
}

@Test
func `T200, T203, LCL-1, LCL-3: a request fires at once or after an interval, without a server`()
    throws
{
    var phone = try PhoneFixture()
    #expect(try phone.claimAdd("now") != nil)
    #expect(try phone.claimAdd("later", .interval(seconds: 90, repeats: false)) == nil)
    #expect(phone.wait(89).isEmpty)
    #expect(phone.wait(90).map(\.requestID) == ["later"])
    #expect(phone.device.pendingRequests(of: id).isEmpty)
}

@Test(arguments: [(59.0, true, false), (60, true, true), (1, false, true), (0, false, false)])
func `T204, LCL-2: a repeating interval must be at least 60 seconds`(
    seconds: Double, repeats: Bool, isValid: Bool
) throws {
    let trigger = NotificationTrigger.interval(seconds: seconds, repeats: repeats)
    #expect((trigger.misuse == nil) == isValid)
    var phone = try PhoneFixture()
    if isValid {
        #expect(try phone.claimAdd("r", trigger) == nil)
    } else {
        #expect(throws: NotificationFailure.self) { try phone.claimAdd("r", trigger) }
    }
}

@Test func `T205, LCL-4, LCL-22: a repeating trigger for a time of day fires daily`() throws {
    var phone = try PhoneFixture()
    // The test starts at 8:00 UTC.
    try phone.claimAdd("r", .calendar(DateMatch(hour: 9, minute: 30), repeats: true))
    #expect(phone.wait(5399).isEmpty)
    #expect(phone.wait(5400).map(\.requestID) == ["r"])
    #expect(phone.wait(5400 + 86_399).isEmpty)
    #expect(phone.wait(5400 + 86_400).map(\.requestID) == ["r"])
    #expect(phone.device.pendingRequests(of: id).map(\.id) == ["r"])
}

@Test(arguments: [true, false])
func `T206, LCL-14: a region trigger fires on entry or on exit`(onEntry: Bool) throws {
    var phone = try PhoneFixture()
    let shop = Coordinate(latitude: 52.52, longitude: 13.405)
    let away = Coordinate(latitude: 52.6, longitude: 13.405)
    phone.device.location = onEntry ? away : shop
    let region = Region(
        id: "shop", centre: shop, radius: 200, notifiesOnEntry: onEntry, notifiesOnExit: !onEntry)
    try phone.claimAdd("r", .location(region, repeats: false))
    #expect(phone.wait(60).isEmpty)
    try phone.perform(.move(to: onEntry ? shop : away))
    #expect(phone.wait(120).map(\.requestID) == ["r"])
}

@Test func `T210, T211, RM-1, RM-2, RM-3: pending and delivered notifications can be removed`()
    throws
{
    var phone = try PhoneFixture()
    for name in ["a", "b", "c"] { try phone.claimAdd(name, .interval(seconds: 60, repeats: false)) }
    try phone.take(Sample.alert, collapseID: "a")
    phone.device.removePending(["a", "unknown"], of: id)
    #expect(phone.device.pendingRequests(of: id).map(\.id) == ["b", "c"])
    #expect(phone.device.deliveredNotifications(of: id).map(\.id) == ["a"])
    phone.device.removeDelivered(["a"], of: id)
    #expect(phone.device.deliveredNotifications(of: id).isEmpty)
    phone.device.removePending(nil, of: id)
    #expect(phone.device.pendingRequests(of: id).isEmpty)
}

@Test func `T212, ID-1: a request with the same identifier replaces the pending one`() throws {
    var phone = try PhoneFixture()
    try phone.claimAdd("r", .interval(seconds: 60, repeats: false), body: "old")
    try phone.claimAdd("r", .interval(seconds: 120, repeats: false), body: "new")
    #expect(phone.wait(60).isEmpty)
    #expect(phone.wait(120).map(\.notification?.body) == ["new"])
}

@Test(arguments: [AppState.terminated, .forceQuit])
func `T213, LCL-11, LCL-18: requests fire after the app has ended, and do not launch it`(
    state: AppState
) throws {
    var phone = try PhoneFixture()
    try phone.claimAdd("r", .interval(seconds: 60, repeats: false))
    phone.device[id]?.state = state
    let decision = try #require(phone.wait(60).first)
    #expect(decision.outcome == .shown)
    #expect(decision.callbacks.isEmpty)
    #expect(try phone.app.state == state)
}

@Test func `T213, LCL-11: scheduled requests survive a restart of the phone`() throws {
    var phone = try PhoneFixture()
    try phone.claimAdd("r", .interval(seconds: 60, repeats: false))
    try phone.perform(.reboot)
    #expect(phone.wait(60).map(\.requestID) == ["r"])
}
