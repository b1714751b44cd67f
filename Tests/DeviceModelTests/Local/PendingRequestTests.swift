// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DeviceModel
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
private let id = PhoneFixture.bundleID
private let hour = NotificationTrigger.interval(seconds: 3600, repeats: false)
private let hourly = NotificationTrigger.interval(seconds: 3600, repeats: true)

@Test func `LCL-1: a request without a trigger is delivered at once`() throws {
    var phone = try PhoneFixture()
    let request = PhoneFixture.localRequest("a")
    #expect(try phone.schedule("a") == .local(request, bundleID: id))
    #expect(phone.pendingIDs.isEmpty)
    #expect(phone.device.nextDueDate == nil)
}

@Test func `LCL-19: a push trigger in a request of the app is ignored`() throws {
    var phone = try PhoneFixture()
    #expect(NotificationTrigger.push.repeats == false)
    #expect(try phone.schedule("a", .push) == .local(PhoneFixture.localRequest("a"), bundleID: id))
}

@Test(arguments: [
    (0.0, false, "time interval must be greater than 0"),
    (-1, true, "time interval must be greater than 0"),
    (.nan, false, "time interval must be greater than 0"),
    (.infinity, true, "time interval must be greater than 0"),
    (59.9, true, "time interval must be at least 60 if repeating"),
    (60, true, nil), (0.001, false, nil), (59, false, nil),
])
func `LCL-2: an interval is greater than 0 s, and at least 60 s if it repeats`(
    seconds: Double, repeats: Bool, phrase: String?
) throws {
    let trigger = NotificationTrigger.interval(seconds: seconds, repeats: repeats)
    #expect(trigger.misuse == phrase)
    var phone = try PhoneFixture()
    phone.device.choices.pastDateIsAccepted = true
    if phrase == nil {
        try phone.schedule("a", trigger)
        #expect(phone.pendingIDs == ["a"])
    } else {
        #expect(throws: NotificationFailure.notificationInvalidNoDate) {
            try phone.schedule("a", trigger)
        }
    }
}

@Test
func `LCL-3: an interval starts with the request, and a repeating one fires at regular intervals`()
    throws
{
    var phone = try PhoneFixture()
    try phone.schedule("once", .interval(seconds: 90, repeats: false), after: 10)
    try phone.schedule("again", .interval(seconds: 60, repeats: true), after: 30)
    #expect(
        phone.fired(until: 220) == [
            Firing("again", 90), Firing("once", 100), Firing("again", 150), Firing("again", 210),
        ])
}

@Test func `LCL-3: several missed intervals cause one delivery`() throws {
    var phone = try PhoneFixture()
    try phone.schedule("again", .interval(seconds: 60, repeats: true))
    let late = PhoneFixture.now + 190
    #expect(phone.device.takeDue(at: late) != nil)
    #expect(phone.device.takeDue(at: late) == nil)
    #expect(phone.device.nextDueDate == PhoneFixture.now + 240)
}

@Test(arguments: [
    (NotificationContent(), false), (NotificationContent(title: "T"), true),
    (NotificationContent(subtitle: "S"), true), (NotificationContent(body: "B"), true),
    (NotificationContent(sound: .default), true), (NotificationContent(badge: 0), true),
    (NotificationContent(threadID: "t", category: "c"), false),
])
func `LCL-6: a request without a text, a sound or a badge is refused`(
    content: NotificationContent, isTaken: Bool
) throws {
    for trigger in [nil, hour] {
        var device = try PhoneFixture().device
        let request = NotificationRequest(id: "a", content: content, trigger: trigger)
        let failure: NotificationFailure?
        do throws(NotificationFailure) {
            _ = try device.add(request, of: id, at: PhoneFixture.now)
            failure = nil
        } catch { failure = error }
        #expect(failure == (isTaken ? nil : .notificationInvalidNoContent))
        #expect(failure?.code == (isTaken ? nil : 1401))
    }
}

@Test func `LCL-7: the next date of an interval is fixed when the request becomes pending`() throws
{
    var phone = try PhoneFixture()
    try phone.schedule("a", hour)
    let pending = try #require(phone.device.pendingRequests(of: id).first)
    #expect(pending.nextDate == PhoneFixture.now + 3600)
    #expect(pending.addedAt == PhoneFixture.now)
    let later = PhoneFixture.now + 100
    #expect(phone.device.nextDate(of: hour, at: later) == later + 3600)
    #expect(phone.device.nextDate(of: .push, at: later) == nil)
    let region = Region(
        id: "r", centre: Coordinate(latitude: 0, longitude: 0), radius: 100)
    #expect(phone.device.nextDate(of: .location(region, repeats: true), at: later) == nil)
}

@Test func `LCL-9: a change of the time zone does not affect an interval`() throws {
    var phone = try PhoneFixture()
    try phone.schedule("a", hour)
    try phone.schedule("b", .interval(seconds: 1800, repeats: true))
    let before = phone.device.pendingRequests(of: id)
    try phone.perform(.setTimeZone("Pacific/Chatham"))
    #expect(phone.device.pendingRequests(of: id) == before)
}

@Test(arguments: [
    UserAction.reboot, .forceQuit(bundleID: id), .terminate(bundleID: id),
    .install(InstalledApp(bundleID: id, name: "Chat 2")), .lock, .setOnline(false),
])
func `LCL-11: pending requests survive a restart, an update and a force-quit`(
    action: UserAction
) throws {
    var phone = try PhoneFixture()
    try phone.schedule("a", hour)
    try phone.schedule("b", hourly)
    try phone.perform(action)
    #expect(phone.pendingIDs == ["a", "b"])
    #expect(phone.fired(until: 3600).map(\.id) == ["a", "b"])
}

@Test func `LCL-11: pending requests are removed with the app`() throws {
    var phone = try PhoneFixture()
    try phone.schedule("a", hour)
    try phone.perform(.uninstall(bundleID: id))
    try phone.perform(.install(InstalledApp(bundleID: id, name: "Chat")))
    #expect(phone.pendingIDs.isEmpty)
    #expect(phone.device.nextDueDate == nil)
}

@Test func `LCL-12: the 64 requests that fire soonest stay, and a repeating one counts once`()
    throws
{
    var phone = try PhoneFixture()
    try phone.schedule("again", .interval(seconds: 60, repeats: true))
    for number in (1...80).reversed() {
        try phone.schedule("\(number)", .interval(seconds: Double(number * 1000), repeats: false))
    }
    #expect(phone.pendingIDs == ["again"] + (1...63).map { "\($0)" })
    // The new request is dropped without an error if it is the last to fire.
    try phone.schedule("late", .interval(seconds: 1_000_000, repeats: false))
    #expect(phone.pendingIDs.count == InstalledApp.pendingCountMax)
    #expect(!phone.pendingIDs.contains("late"))
    // A region request has no date and stays.
    let region = Region(id: "r", centre: Coordinate(latitude: 0, longitude: 0), radius: 100)
    try phone.schedule("place", .location(region, repeats: false))
    #expect(phone.pendingIDs == ["again"] + (1...62).map { "\($0)" } + ["place"])
}

@Test func `LCL-12: the first 64 region requests stay, and delivered notifications do not count`()
    throws
{
    var phone = try PhoneFixture()
    for number in 1...64 {
        try phone.take(Sample.alert, collapseID: "d\(number)", number: UInt8(number))
    }
    let region = Region(id: "r", centre: Coordinate(latitude: 0, longitude: 0), radius: 100)
    for number in 1...65 { try phone.schedule("\(number)", .location(region, repeats: false)) }
    #expect(phone.pendingIDs == (1...64).map { "\($0)" })
    try phone.schedule("dated", hour)
    #expect(phone.pendingIDs == (1...64).map { "\($0)" })
}

@Test func `LCL-18: a request that is due fires and does not launch the app`() throws {
    var phone = try PhoneFixture(.terminated)
    try phone.schedule("a", hour)
    let event = phone.device.takeDue(at: PhoneFixture.now + 3600)
    let trigger: NotificationTrigger = hour
    #expect(event == .arrival(.local(PhoneFixture.localRequest("a", trigger), bundleID: id)))
    #expect(try phone.app.state == .terminated)
}

@Test(arguments: AppState.allCases)
func `LCL-20: an app may schedule in every state`(state: AppState) throws {
    var phone = try PhoneFixture(state)
    try phone.schedule("a", hour)
    #expect(phone.pendingIDs == ["a"])
}

@Test func `LCL-21: calls take effect in the order in which they are made`() throws {
    var phone = try PhoneFixture()
    try phone.schedule("a", hour)
    phone.device.removePending(nil, of: id)
    try phone.schedule("b", hour)
    try phone.schedule("a", hour)
    #expect(phone.pendingIDs == ["b", "a"])
    #expect(phone.fired(until: 3600).map(\.id) == ["b", "a"])
}

@Test func `LCL-22: a request is removed when it fires, unless it repeats and has another date`()
    throws
{
    var phone = try PhoneFixture()
    try phone.schedule("once", .calendar(DateMatch(hour: 9), repeats: false))
    try phone.schedule("daily", .calendar(DateMatch(hour: 9), repeats: true))
    try phone.schedule("year", .calendar(DateMatch(year: 2026, month: 1, day: 15), repeats: true))
    #expect(
        phone.fired(until: 2 * 86_400) == [
            Firing("once", 3600), Firing("daily", 3600), Firing("year", 16 * 3600),
            Firing("daily", 25 * 3600),
        ])
    #expect(phone.pendingIDs == ["daily"])
}

@Test func `LCL-23: nothing fires before its time`() throws {
    var phone = try PhoneFixture()
    try phone.schedule("a", hour)
    #expect(phone.device.takeDue(at: PhoneFixture.now + 3599.999) == nil)
    #expect(phone.device.takeDue(at: PhoneFixture.now + 3601) != nil)
}

@Test func `ID-1: a request with the same identifier replaces the pending one`() throws {
    var phone = try PhoneFixture()
    try phone.schedule("a", hour)
    try phone.schedule("a", .interval(seconds: 60, repeats: false))
    #expect(phone.fired(until: 86_400) == [Firing("a", 60)])
    try phone.schedule("a", hour)
    // A request without a trigger replaces the pending one, too.
    #expect(try phone.schedule("a") != nil)
    #expect(phone.pendingIDs.isEmpty)
    // A request that is refused does not replace the pending one.
    try phone.schedule("a", hour)
    #expect(throws: NotificationFailure.self) {
        try phone.schedule("a", .interval(seconds: 0, repeats: false))
    }
    #expect(phone.pendingIDs == ["a"])
}

@Test(arguments: [Authorization.denied, .notDetermined])
func `AUTH-23, AUTH-24: without permission, the call fails and nothing is scheduled`(
    authorization: Authorization
) throws {
    var phone = try PhoneFixture(authorization: authorization)
    for trigger in [nil, hour] {
        let failure = #expect(throws: NotificationFailure.notificationsNotAllowed) {
            try phone.schedule("a", trigger)
        }
        #expect(failure?.code == 1)
    }
    #expect(phone.pendingIDs.isEmpty)
}

@Test func `calls for an app that is not installed fail or change nothing`() throws {
    var device = try PhoneFixture().device
    #expect(throws: NotificationFailure.unknownApp(bundleID: "no.such")) {
        try device.add(PhoneFixture.localRequest("a"), of: "no.such", at: PhoneFixture.now)
    }
    #expect(throws: NotificationFailure.unknownApp(bundleID: "no.such")) {
        try device.setBadge(1, of: "no.such", by: .setBadgeCount)
    }
    let before = device
    device.removePending(nil, of: "no.such")
    device.removeDelivered(nil, of: "no.such")
    device.setCategories([], of: "no.such")
    #expect(device == before)
    #expect(device.pendingRequests(of: "no.such").isEmpty)
    #expect(device.deliveredNotifications(of: "no.such").isEmpty)
}

@Test func `LCL-12: dates in the far future are compared, too`() throws {
    var phone = try PhoneFixture()
    try phone.schedule("far", .interval(seconds: 1e12, repeats: false))
    try phone.schedule("year", .calendar(DateMatch(year: 9000), repeats: false))
    for number in 1...62 { try phone.schedule("\(number)", hour) }
    let region = Region(id: "r", centre: Coordinate(latitude: 0, longitude: 0), radius: 100)
    try phone.schedule("place", .location(region, repeats: false))
    #expect(phone.pendingIDs == (1...62).map { "\($0)" } + ["year", "place"])
}
