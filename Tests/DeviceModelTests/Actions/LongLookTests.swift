// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DeviceModel
import Testing

private let id = PhoneFixture.bundleID
private let expand = UserAction.expand(notificationID: "n")
private let plain = UserAction.choose(actionID: "plain", notificationID: "n")

@Test func `T163, T165, NCE-1, NCE-2: the long look loads the first extension of the category`()
    throws
{
    var phone = try PhoneFixture.withContentExtension()
    let notification = try #require(try phone.app.delivered.first)
    let outcome = try phone.perform(expand)
    #expect(outcome.callbacks.map(\.kind) == [.contentExtension])
    #expect(outcome.callbacks.first?.subject == .notification(notification))
    // The second extension is loaded, because the comparison of categories is case-sensitive.
    #expect(phone.device.expanded?.contentExtension == 1)
    #expect(phone.device.expanded?.actions == PhoneFixture.category.actions)
    #expect(phone.device.banner == nil)
    #expect(try phone.app.state == .suspended)
    #expect(try phone.perform(.collapse).callbacks.isEmpty)
    #expect(phone.device.expanded == nil)
    #expect(try phone.app.delivered.count == 1)
}

@Test func `NCE-10: without an extension, the system shows the buttons`() throws {
    var phone = try PhoneFixture.withButtons(.terminated)
    let outcome = try phone.perform(expand)
    #expect(outcome.callbacks.isEmpty)
    #expect(outcome.reasons.contains("NCE-10"))
    #expect(phone.device.expanded?.contentExtension == nil)
    #expect(phone.device.expanded?.actions == PhoneFixture.category.actions)
    let press = try phone.perform(plain)
    #expect(press.callbacks.map(\.kind) == [.didFinishLaunching, .didReceiveResponse])
    #expect(phone.device.expanded == nil)
}

@Test func `a banner that is not listed can be expanded and handled`() throws {
    var phone = try PhoneFixture(.foreground) { $0.foregroundPresentation = [.banner] }
    phone.device.setCategories([PhoneFixture.category], of: id)
    try phone.take(PhoneFixture.message, collapseID: "n")
    #expect(try phone.app.delivered.isEmpty)
    try phone.perform(expand)
    #expect(phone.device.banner == nil)
    #expect(try phone.perform(plain).callbacks.map(\.kind) == [.didReceiveResponse])
}

@Test(arguments: [true, false])
func `NCE-7: a button goes to the extension first`(opensFirst: Bool) throws {
    var phone = try PhoneFixture.withContentExtension(.terminated)
    if opensFirst { try phone.perform(expand) }
    let outcome = try phone.perform(plain)
    let response = try #require(outcome.response)
    #expect(
        outcome.callbacks.map(\.kind)
            == (opensFirst ? [] : [.contentExtension]) + [.contentExtensionResponse])
    #expect(outcome.callbacks.last?.subject == .response(response))
    #expect(try phone.app.state == .terminated)
    #expect(try phone.app.delivered.count == 1)
}

@Test(
    arguments: [
        (ContentExtensionOption.doNotDismiss, [], true),
        (.dismiss, [], false),
        (.dismissAndForwardAction, [.didFinishLaunching, .didReceiveResponse], false),
    ] as [(ContentExtensionOption, [Callback.Kind], Bool)])
func `NCE-7: the app receives an action only if the extension forwards it`(
    option: ContentExtensionOption, callbacks: [Callback.Kind], staysOpen: Bool
) throws {
    var phone = try PhoneFixture.withContentExtension(.terminated)
    let response = try #require(try phone.perform(plain).response)
    let outcome = phone.device.afterContentExtension(
        option, response, of: id, at: PhoneFixture.now)
    phone.device = outcome.device
    #expect(outcome.callbacks.map(\.kind) == callbacks)
    #expect(outcome.response == (callbacks.isEmpty ? nil : response))
    #expect((phone.device.expanded != nil) == staysOpen)
    #expect(try phone.app.delivered.isEmpty != staysOpen)
}

@Test func `NCE-7: a forwarded action follows its own options`() throws {
    for (action, state, isLocked) in [
        ("open", AppState.foreground, false), ("secure", .background, false),
        ("plain", .background, true),
    ] {
        var phone = try PhoneFixture.withContentExtension(isLocked: true)
        let press = try phone.perform(.choose(actionID: action, notificationID: "n"))
        let response = try #require(press.response)
        phone.device =
            phone.device.afterContentExtension(
                .dismissAndForwardAction, response, of: id, at: PhoneFixture.now
            ).device
        #expect(try phone.app.state == state)
        #expect(phone.device.isLocked == isLocked)
    }
}

@Test func `NCE-8: the extension can replace the buttons and open the app`() throws {
    var phone = try PhoneFixture.withContentExtension()
    // No notification is expanded yet.
    phone.device.setActionsOfContentExtension([])
    #expect(
        phone.device.performDefaultActionOfContentExtension(at: PhoneFixture.now).callbacks.isEmpty)
    try phone.perform(expand)
    let actions = (1...12).map { NotificationAction(id: "\($0)", title: "\($0)") }
    phone.device.setActionsOfContentExtension(actions)
    #expect(phone.device.expanded?.actions == Array(actions.prefix(10)))
    #expect(throws: DeviceActionError.unknownAction(id: "plain", known: (1...10).map(String.init)))
    {
        try phone.device.performing(plain, at: PhoneFixture.now)
    }
    let press = try phone.perform(.choose(actionID: "3", notificationID: "n"))
    #expect(press.response?.actionIdentifier == "3")
    let outcome = phone.device.performDefaultActionOfContentExtension(at: PhoneFixture.now)
    #expect(
        outcome.callbacks.map(\.kind) == [
            .willEnterForeground, .didReceiveResponse, .didBecomeActive,
        ])
    #expect(
        outcome.response?.actionIdentifier == NotificationResponse.defaultActionIdentifier)
    #expect(outcome.device.expanded == nil)
}

@Test func `NCE-4: an open extension gets later notifications of its thread`() throws {
    var phone = try PhoneFixture.withContentExtension()
    var later = try #require(try phone.app.delivered.first)
    later.id = "later"
    #expect(phone.device.contentExtensionUpdate(for: later, of: id) == nil)
    try phone.perform(expand)
    let callback = try #require(phone.device.contentExtensionUpdate(for: later, of: id))
    #expect(callback.kind == .contentExtension)
    #expect(callback.subject == .notification(later))
    #expect(phone.device.contentExtensionUpdate(for: later, of: "other") == nil)
    later.threadID = "other"
    #expect(phone.device.contentExtensionUpdate(for: later, of: id) == nil)
    later.threadID = nil
    #expect(phone.device.contentExtensionUpdate(for: later, of: id) == nil)
}

@Test func `NCE-3: a local notification is drawn by the extension, too`() throws {
    var phone = try PhoneFixture.withContentExtension()
    var local = DeliveredNotification(
        id: "local", apnsID: nil, deliveredAt: PhoneFixture.now, userInfo: "{}")
    local.category = "message"
    #expect(try phone.app.contentExtension(for: local) == 1)
    local.category = "MESSAGE"
    #expect(try phone.app.contentExtension(for: local) == nil)
    try phone.perform(.collapse)
}

@Test func `NCE-4: an open extension gets a push of its thread`() throws {
    var phone = try PhoneFixture.withContentExtension()
    #expect(!(try phone.decide(PhoneFixture.message).reasons.contains("NCE-4")))
    try phone.perform(expand)
    let decision = try phone.take(PhoneFixture.message, collapseID: "m", number: 8)
    #expect(decision.callbacks.map(\.kind) == [.contentExtension])
    #expect(decision.reasons.contains("NCE-4"))
    #expect(try phone.decide(Sample.alert).callbacks.isEmpty)
    // A notification that is not shown is not passed to the extension.
    phone.device[id]?.authorization = .denied
    #expect(try phone.decide(PhoneFixture.message).callbacks.isEmpty)
}

@Test func `NCE-7: a button of another notification does not go to the extension that is open`()
    throws
{
    var phone = try PhoneFixture.withContentExtension()
    phone.device.setCategories(
        [
            PhoneFixture.category,
            NotificationCategory(
                id: "plain", actions: [NotificationAction(id: "plain", title: "Read")]),
        ], of: id)
    try phone.take(#"{"aps":{"alert":"Hi","category":"plain"}}"#, collapseID: "p", number: 8)
    try phone.perform(expand)
    let outcome = try phone.perform(.choose(actionID: "plain", notificationID: "p"))
    #expect(outcome.callbacks.map(\.kind) == [.didReceiveResponse])
    #expect(phone.device.expanded?.notification.id == "n")
    try phone.perform(.lock)
    #expect(phone.device.expanded == nil)
}
