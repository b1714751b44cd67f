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

// Claims about categories and actions; see SeedClaimTests.

private let id = PhoneFixture.bundleID

extension PhoneFixture {
    /// A phone that shows a notification of a category with these actions.
    fileprivate static func showing(
        _ actions: [NotificationAction], options: NotificationCategory.Options = [],
        isLocked: Bool = false
    ) throws -> PhoneFixture {
        var phone = try PhoneFixture(.suspended, isLocked: isLocked)
        phone.device.setCategories(
            [NotificationCategory(id: "MAIL", actions: actions, options: options)], of: bundleID)
        try phone.take(#"{"aps":{"alert":"Hi","category":"MAIL"}}"#, collapseID: "n")
        return phone
    }
}

@Test(arguments: [true, false])
func `T182, RSP-9, RSP-10: a dismissal is reported only if the category requests it`(asks: Bool)
    throws
{
    var phone = try PhoneFixture.showing([], options: asks ? .customDismissAction : [])
    let outcome = try phone.perform(.dismiss(notificationID: "n"))
    #expect(outcome.callbacks.contains { $0.kind == .didReceiveResponse } == asks)
    let dismiss = "com.apple.UNNotificationDismissActionIdentifier"
    #expect(outcome.response?.actionIdentifier == (asks ? dismiss : nil))
    #expect(try phone.app.delivered.isEmpty)
}

@Test func `T183, ACT-6: the response of a text-input action contains the text`() throws {
    let input = NotificationAction.TextInput(buttonTitle: "Send", placeholder: "Message")
    var phone = try PhoneFixture.showing([
        NotificationAction(id: "REPLY", title: "Reply", textInput: input)
    ])
    let outcome = try phone.perform(
        .choose(actionID: "REPLY", notificationID: "n", text: "On my way"))
    #expect(outcome.response?.actionIdentifier == "REPLY")
    #expect(outcome.response?.text == "On my way")
}

@Test func `T188, ACT-1: categories survive a restart, and registering others replaces them all`()
    throws
{
    var phone = try PhoneFixture.showing([NotificationAction(id: "A", title: "A")])
    try phone.perform(.reboot)
    #expect(try phone.app.categories.map(\.id) == ["MAIL"])
    phone.device.setCategories([NotificationCategory(id: "CHAT")], of: id)
    #expect(try phone.app.categories.map(\.id) == ["CHAT"])
}

@Test
func `T106, T189, LC-12, LC-13: a registered category adds buttons, an unknown one adds none`()
    throws
{
    let actions = ["A", "B"].map { NotificationAction(id: $0, title: $0) }
    var phone = try PhoneFixture.showing(actions)
    try phone.perform(.expand(notificationID: "n"))
    #expect(phone.device.expanded?.actions.map(\.id) == ["A", "B"])
    try phone.take(#"{"aps":{"alert":"Hi","category":"OTHER"}}"#, collapseID: "o", number: 8)
    try phone.perform(.expand(notificationID: "o"))
    #expect(phone.device.expanded?.actions == [])
}

@Test func `T106, NCE-2: the category, which is case-sensitive, selects the content extension`()
    throws
{
    var phone = try PhoneFixture.showing([])
    phone.device[id]?.bundle.contentExtensions = [
        AppBundle.ContentExtension(categories: ["mail"]),
        AppBundle.ContentExtension(categories: ["OTHER", "MAIL"]),
    ]
    try phone.perform(.expand(notificationID: "n"))
    #expect(phone.device.expanded?.contentExtension == 1)
}

@Test func `T153, ACT-1, NSE-12: the extension names a category; the app registers the buttons`()
    throws
{
    var phone = try PhoneFixture.showing([NotificationAction(id: "A", title: "Archive")])
    phone.device[id]?.capabilities.serviceExtension = true
    for (number, category) in ["MAIL", "UNKNOWN"].enumerated() {
        let changed = NotificationContent(body: "Photo", category: category)
        let push = try phone.push(
            #"{"aps":{"alert":"x","mutable-content":1}}"#, collapseID: category,
            number: UInt8(number))
        let decision = phone.device.decide(
            .push(push), at: PhoneFixture.now,
            answers: ArrivalAnswers(serviceExtension: .delivered(changed)))
        phone.device.apply(decision)
    }
    #expect(try phone.app.longLookActions(of: #require(phone.app.delivered.first)).isEmpty)
    let press = try phone.perform(.choose(actionID: "A", notificationID: "MAIL"))
    #expect(press.callbacks.map(\.kind) == [.didReceiveResponse], "the tap goes to the app")
}

private let optionCases: [(NotificationAction.Options, staysLocked: Bool, AppState)] = [
    (.foreground, false, .foreground), (.authenticationRequired, false, .background),
    ([], true, .background), (.destructive, true, .background),
]

@Test(arguments: optionCases)
func `T190, ACT-5, RSP-5, RSP-7, RSP-8: an action's options unlock the phone or open the app`(
    options: NotificationAction.Options, staysLocked: Bool, state: AppState
) throws {
    var phone = try PhoneFixture.showing(
        [NotificationAction(id: "A", title: "A", options: options)], isLocked: true)
    let outcome = try phone.perform(.choose(actionID: "A", notificationID: "n"))
    #expect(outcome.response?.actionIdentifier == "A")
    #expect(phone.device.isLocked == staysLocked)
    #expect(try phone.app.state == state)
}
