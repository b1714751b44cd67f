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

@Test func `RM-1: delivered pushes are removed by identifier, and unknown identifiers are ignored`()
    throws
{
    var phone = try PhoneFixture()
    for name in ["a", "b", "c"] { try phone.take(Sample.alert, collapseID: name) }
    phone.device.removeDelivered(["a", "no.such"], of: id)
    #expect(phone.device.deliveredNotifications(of: id).map(\.id) == ["c", "b"])
    #expect(phone.device.banner?.notification.id == "c")
    phone.device.removeDelivered(["c"], of: id)
    #expect(phone.device.banner == nil)
    phone.device.removeDelivered(nil, of: id)
    #expect(phone.device.deliveredNotifications(of: id).isEmpty)
}

@Test func `RM-2: removing pending requests keeps delivered notifications, and vice versa`() throws
{
    var phone = try PhoneFixture()
    try phone.take(Sample.alert, collapseID: "a")
    try phone.schedule("a", .interval(seconds: 60, repeats: false))
    try phone.schedule("b", .interval(seconds: 60, repeats: false))
    phone.device.removePending(["a", "no.such"], of: id)
    #expect(phone.pendingIDs == ["b"])
    #expect(phone.device.deliveredNotifications(of: id).map(\.id) == ["a"])
    phone.device.removeDelivered(nil, of: id)
    #expect(phone.pendingIDs == ["b"])
    phone.device.removePending(nil, of: id)
    #expect(phone.pendingIDs.isEmpty)
    #expect(phone.device.nextDueDate == nil)
}

@Test func `RM-3: only notifications that are still in Notification Center count as delivered`()
    throws
{
    var phone = try PhoneFixture(isLocked: true) { app in
        app.settings = NotificationSettings(notificationCenter: false)
    }
    try phone.take(Sample.alert, collapseID: "lock screen alone")
    #expect(try phone.app.delivered.count == 1)
    #expect(phone.device.deliveredNotifications(of: id).isEmpty)
    phone = try PhoneFixture()
    try phone.take(Sample.alert, collapseID: "a")
    try phone.take(Sample.alert, collapseID: "b")
    try phone.perform(.dismiss(notificationID: "a"))
    #expect(phone.device.deliveredNotifications(of: id).map(\.id) == ["b"])
}

@Test func `ACT-1: setting categories replaces the whole set, which survives restarts and updates`()
    throws
{
    var phone = try PhoneFixture()
    phone.device.setCategories(
        [NotificationCategory(id: "a"), NotificationCategory(id: "b")], of: id)
    phone.device.setCategories([NotificationCategory(id: "c")], of: id)
    #expect(try phone.app.categories.map(\.id) == ["c"])
    for action in [
        UserAction.forceQuit(bundleID: id), .reboot,
        .install(InstalledApp(bundleID: id, name: "Chat 2")),
    ] {
        try phone.perform(action)
        #expect(try phone.app.categories.map(\.id) == ["c"])
    }
}

@Test func `ACT-4: of two categories with the same identifier, the first is kept`() throws {
    var phone = try PhoneFixture()
    phone.device.setCategories(
        [
            NotificationCategory(id: "a", summaryFormat: "first"),
            NotificationCategory(id: "a", summaryFormat: "second"), NotificationCategory(id: "b"),
        ], of: id)
    #expect(try phone.app.categories.map(\.id) == ["a", "b"])
    #expect(try phone.app.categories.first?.summaryFormat == "first")
    let many = (0...InstalledApp.categoryCountMax).map { NotificationCategory(id: "\($0)") }
    phone.device.setCategories(many, of: id)
    #expect(try phone.app.categories.count == InstalledApp.categoryCountMax)
}

@Test func `BDG-3: an app sets its badge without a notification`() throws {
    var phone = try PhoneFixture()
    for (way, count) in [(BadgeWay.setBadgeCount, 3), (.iconBadgeNumber, 4)] {
        try phone.device.setBadge(count, of: id, by: way)
        #expect(try phone.app.badge == count)
    }
}

@Test func `BDG-4: a negative badge is refused`() throws {
    var phone = try PhoneFixture()
    for way in [BadgeWay.setBadgeCount, .iconBadgeNumber] {
        let failure = #expect(throws: NotificationFailure.badgeInputInvalid(-1)) {
            try phone.device.setBadge(-1, of: id, by: way)
        }
        #expect(failure?.code == 1600)
    }
    #expect(try phone.app.badge == 0)
}

@Test(arguments: [
    (BadgeWay.iconBadgeNumber, false, true), (.setBadgeCount, false, false),
    (.iconBadgeNumber, true, false), (.setBadgeCount, true, true),
])
func `BDG-5, LNK-7: choices set whether badge 0 clears the list, by the property and the method`(
    way: BadgeWay, isSwitched: Bool, clears: Bool
) throws {
    var phone = try PhoneFixture()
    if isSwitched {
        phone.device.choices.iconBadgeZeroClearsList.toggle()
        phone.device.choices.setBadgeCountZeroClearsList.toggle()
    }
    try phone.take(#"{"aps":{"alert":"Hi","badge":2}}"#, collapseID: "a")
    try phone.device.setBadge(1, of: id, by: way)
    #expect(try phone.app.delivered.count == 1)
    try phone.device.setBadge(0, of: id, by: way)
    #expect(try phone.app.delivered.isEmpty == clears)
    #expect(try phone.app.badge == 0)
}

@Test func `BDG-6: removing delivered notifications does not change the badge`() throws {
    var phone = try PhoneFixture()
    try phone.take(#"{"aps":{"alert":"Hi","badge":2}}"#)
    phone.device.removeDelivered(nil, of: id)
    #expect(try phone.app.badge == 2)
}

@Test func `BDG-8: without badge permission, setBadgeCount fails and the property does nothing`()
    throws
{
    var phone = try PhoneFixture { $0.settings = NotificationSettings(badge: false) }
    let failure = #expect(throws: NotificationFailure.notificationsNotAllowed) {
        try phone.device.setBadge(3, of: id, by: .setBadgeCount)
    }
    #expect(failure?.code == 1)
    try phone.device.setBadge(3, of: id, by: .iconBadgeNumber)
    phone.device.choices.setBadgeWithoutPermissionFails = false
    try phone.device.setBadge(3, of: id, by: .setBadgeCount)
    #expect(try phone.app.badge == 0)
}
