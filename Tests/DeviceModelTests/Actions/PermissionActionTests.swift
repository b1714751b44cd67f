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

/// A phone whose app has provisional permission and a notification in Notification Center.
private func provisionalPhone() throws -> PhoneFixture {
    var phone = try PhoneFixture(authorization: .provisional)
    try phone.take(Sample.alert, collapseID: "n")
    return phone
}

@Test(arguments: KeepChoice.allCases)
func `AUTH-7: Keep grants permission, and notifications stay quiet`(choice: KeepChoice) throws {
    var phone = try provisionalPhone()
    phone.device.summary = ScheduledSummary()
    let outcome = try phone.perform(.keep(notificationID: "n", choice))
    #expect(outcome.reasons == ["AUTH-7"])
    #expect(outcome.callbacks.isEmpty)
    let snapshot = phone.snapshot
    #expect(snapshot.authorization == .authorized)
    #expect(snapshot.notificationCenter == .enabled)
    #expect(
        [snapshot.alert, snapshot.sound, snapshot.badge, snapshot.lockScreen] == [
            .disabled, .disabled, .disabled, .disabled,
        ])
    #expect(snapshot.scheduledDelivery == (choice == .scheduledSummary ? .enabled : .disabled))
    // Notifications stay quiet until the person changes the settings.
    try phone.perform(.setSettings(bundleID: id, .allOn))
    #expect(phone.snapshot.alert == .enabled)
}

@Test func `AUTH-7: Keep in the scheduled summary fails if there is no summary`() throws {
    var phone = try provisionalPhone()
    #expect(throws: DeviceActionError.impossible(bundleID: id, .noSummary)) {
        try phone.perform(.keep(notificationID: "n", .scheduledSummary))
    }
    #expect(try phone.app.authorization == .provisional)
}

@Test func `AUTH-8: Turn Off denies permission`() throws {
    var phone = try provisionalPhone()
    let outcome = try phone.perform(.turnOff(notificationID: "n", bundleID: id))
    #expect(outcome.reasons == ["AUTH-8"])
    #expect(try phone.app.authorization == .denied)
    #expect(try phone.app.settings.notificationCenter == false)
    #expect(phone.request() == .answered(isGranted: false))
}

@Test func `only notifications of a provisional app have Keep and Turn Off`() throws {
    var phone = try PhoneFixture()
    try phone.take(Sample.alert, collapseID: "n")
    for action in [
        UserAction.keep(notificationID: "n", .immediately), .turnOff(notificationID: "n"),
    ] {
        #expect(throws: DeviceActionError.impossible(bundleID: id, .notProvisional)) {
            try phone.perform(action)
        }
    }
    #expect(throws: DeviceActionError.unknownNotification(id: "x", deliveredCount: 1)) {
        try phone.perform(.turnOff(notificationID: "x"))
    }
}

@Test func `AUTH-9: an App Clip that requests ephemeral permission may notify for eight hours`()
    throws
{
    var phone = try PhoneFixture(.terminated, authorization: .notDetermined) {
        $0.capabilities.isAppClip = true
        $0.capabilities.requestsEphemeralNotifications = true
    }
    let outcome = try phone.perform(.openAppClip(bundleID: id))
    #expect(outcome.callbacks.map(\.kind) == [.didFinishLaunching, .didBecomeActive])
    #expect(outcome.answeredPrompts.isEmpty)
    #expect(phone.snapshot.authorization == .ephemeral)
    #expect(phone.snapshot.alert == .enabled)
    let end = now.addingTimeInterval(8 * 3600)
    #expect(phone.device.nextDueDate == end)
    #expect(phone.device.takeDue(at: end.addingTimeInterval(-1)) == nil)
    guard case .outcome(let due) = phone.device.takeDue(at: end) else {
        Issue.record("nothing is due")
        return
    }
    #expect(due.reasons == ["AUTH-9"])
    #expect(due.callbacks.isEmpty)
    #expect(phone.snapshot.authorization == .notDetermined)
    #expect(phone.device.nextDueDate == nil)
}

@Test
func `AUTH-9: an App Clip without a request gets no permission; openAppClip fails for an app`()
    throws
{
    var phone = try PhoneFixture(.terminated, authorization: .notDetermined) {
        $0.capabilities.isAppClip = true
    }
    try phone.perform(.openAppClip(bundleID: id))
    #expect(try phone.app.authorization == .notDetermined)
    var app = try PhoneFixture()
    #expect(throws: DeviceActionError.impossible(bundleID: id, .notAnAppClip)) {
        try app.perform(.openAppClip(bundleID: id))
    }
}

@Test func `AUTH-22: a decision of the person outlives the App Clip's eight hours`() throws {
    var phone = try PhoneFixture(.terminated, authorization: .notDetermined) {
        $0.capabilities.isAppClip = true
        $0.capabilities.requestsEphemeralNotifications = true
    }
    try phone.perform(.openAppClip(bundleID: id))
    #expect(phone.request().promptID != nil)
    try phone.perform(.answerPrompt(.allow))
    #expect(phone.device.nextDueDate == nil)
    #expect(try phone.app.authorization == .authorized)
}

@Test func `AUTH-10: the person may change the permission, and the app is not informed`() throws {
    var phone = try PhoneFixture(.foreground)
    for authorization in [Authorization.denied, .authorized] {
        let outcome = try phone.perform(.setAuthorization(bundleID: id, authorization))
        #expect(outcome.callbacks.isEmpty)
        #expect(outcome.reasons == ["AUTH-10"])
        #expect(phone.snapshot.authorization == authorization)
    }
}

@Test func `AUTH-23: the phone reports to APNs whether the app may show notifications`() throws {
    var phone = try PhoneFixture(.foreground)
    #expect(
        try phone.perform(.setAuthorization(bundleID: id, .denied)).linkOrders
            == [.setNotificationsAllowed(bundleID: id, false)])
    #expect(try phone.perform(.setAuthorization(bundleID: id, .denied)).linkOrders == [])
    #expect(
        try phone.perform(.setAuthorization(bundleID: id, .authorized)).linkOrders
            == [.setNotificationsAllowed(bundleID: id, true)])
}

@Test func `changing the permission by hand during a prompt answers the prompt`() throws {
    var phone = try PhoneFixture(.foreground, authorization: .notDetermined)
    let promptID = try #require(phone.request().promptID)
    let outcome = try phone.perform(.setAuthorization(bundleID: id, .authorized))
    #expect(outcome.answeredPrompts.map(\.id) == [promptID])
    #expect(outcome.answeredPrompts.map(\.isGranted) == [true])
    #expect(phone.device.prompts.isEmpty)
}

@Test func `AUTH-10: settings that the app or the phone does not have cannot be turned on`() throws
{
    var phone = try PhoneFixture()
    var settings = try phone.app.settings
    settings.criticalAlert = true
    #expect(throws: DeviceActionError.impossible(bundleID: id, .noCriticalAlerts)) {
        try phone.perform(.setSettings(bundleID: id, settings))
    }
    settings.criticalAlert = false
    settings.scheduledDelivery = true
    #expect(throws: DeviceActionError.impossible(bundleID: id, .noSummary)) {
        try phone.perform(.setSettings(bundleID: id, settings))
    }
}

@Test func `AUTH-15: permission survives updates and restarts, and ends with the app`() throws {
    var phone = try PhoneFixture()
    var settings = try phone.app.settings
    settings.sound = false
    try phone.perform(.setSettings(bundleID: id, settings))
    try phone.perform(.reboot)
    try phone.perform(.install(InstalledApp(bundleID: id, name: "Chat 2")))
    #expect(phone.snapshot.authorization == .authorized)
    #expect(phone.snapshot.sound == .disabled)
    try phone.perform(.uninstall(bundleID: id))
    try phone.perform(.install(InstalledApp(bundleID: id, name: "Chat 2")))
    #expect(phone.snapshot.authorization == .notDetermined)
}

@Test(arguments: [(3600.0, Authorization.denied), (86_400, .notDetermined)])
func `AUTH-15: by choice, an app that is installed again within a day keeps its permission`(
    seconds: Double, authorization: Authorization
) throws {
    var phone = try PhoneFixture(authorization: .denied)
    phone.device.choices.keepsPermissionOnReinstall = true
    try phone.perform(.uninstall(bundleID: id))
    phone.device = try phone.device.performing(
        .install(InstalledApp(bundleID: id, name: "Chat")), at: now.addingTimeInterval(seconds)
    ).device
    #expect(try phone.app.authorization == authorization)
}

@Test func `LNK-5: the button for the app's own settings brings the app to the front`() throws {
    var phone = try PhoneFixture(.terminated, authorization: .notDetermined, isLocked: true)
    _ = phone.request([.alert, .providesAppNotificationSettings])
    try phone.perform(.answerPrompt(.allow))
    try phone.take(Sample.alert, collapseID: "n")
    let fromNotification = try phone.perform(
        .openNotificationSettings(bundleID: id, notificationID: "n"))
    #expect(
        fromNotification.callbacks.map(\.kind) == [
            .didFinishLaunching, .openSettings, .didBecomeActive,
        ])
    guard case .notification(let notification) = fromNotification.callbacks[1].subject else {
        Issue.record("the callback has no notification")
        return
    }
    #expect(notification.id == "n")
    #expect(!phone.device.isLocked)
    let fromSettings = try phone.perform(.openNotificationSettings(bundleID: id))
    #expect(fromSettings.callbacks.map(\.kind) == [.openSettings])
    #expect(fromSettings.callbacks.map(\.rule) == ["LNK-5"])
    #expect(fromSettings.callbacks.first?.subject == nil)
}

@Test func `LNK-5: an app that did not request a button for its own settings has none`() throws {
    var phone = try PhoneFixture()
    #expect(throws: DeviceActionError.impossible(bundleID: id, .noSettingsOfItsOwn)) {
        try phone.perform(.openNotificationSettings(bundleID: id))
    }
}

@Test(arguments: SettingsPage.Kind.allCases)
func `LNK-4: an app in the foreground opens its page in Settings and leaves the screen`(
    kind: SettingsPage.Kind
) throws {
    var phone = try PhoneFixture(.foreground)
    let outcome = phone.device.openingSettings(kind, of: id, at: now)
    phone.device = outcome.device
    #expect(outcome.callbacks.map(\.kind) == [.willResignActive, .didEnterBackground])
    #expect(phone.device.settingsPage?.kind == kind)
    #expect(phone.device.settingsPage?.bundleID == id)
    try phone.perform(.launch(bundleID: id))
    #expect(phone.device.settingsPage == nil)
    var hidden = try PhoneFixture(.background)
    hidden.device = hidden.device.openingSettings(kind, of: id, at: now).device
    #expect(hidden.device.settingsPage == nil)
}
