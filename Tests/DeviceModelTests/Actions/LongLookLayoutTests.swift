// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DeviceModel
import Testing

private let id = PhoneFixture.bundleID
private let expand = UserAction.expand(notificationID: "n")

private func openedUp(by drawing: AppBundle.ContentExtension?) throws -> LongLook {
    var phone = try PhoneFixture.withButtons { app in
        app.bundle.contentExtensions = drawing.map { [$0] } ?? []
    }
    #expect(phone.device.longLook == nil)
    try phone.perform(expand)
    return try #require(phone.device.longLook)
}

@Test func `NCE-5: the keys of the extension determine the layout of the long look`() throws {
    let look = try openedUp(
        by: AppBundle.ContentExtension(
            categories: ["message"], initialContentSizeRatio: 0.3, isDefaultContentHidden: true,
            overridesDefaultTitle: true, isUserInteractionEnabled: true))
    #expect(look.contentSizeRatio == 0.3)
    #expect(!look.showsDefaultContent)
    #expect(look.usesExtensionTitle)
    #expect(look.takesTouches)
    #expect(look.appName == "Chat", "the header does not change")
    #expect(look.actions == PhoneFixture.category.actions, "the buttons do not change")
}

@Test
func `NCE-5, NCE-6: without layout keys, the default text stays and the view ignores touches`()
    throws
{
    let look = try openedUp(by: AppBundle.ContentExtension(categories: ["message"]))
    #expect(look.contentSizeRatio == 1)
    #expect(look.showsDefaultContent)
    #expect(!look.usesExtensionTitle)
    #expect(!look.takesTouches)
}

@Test func `NCE-10: without an extension for the category, the system draws the whole long look`()
    throws
{
    let look = try openedUp(by: AppBundle.ContentExtension(categories: ["other"]))
    #expect(look.contentSizeRatio == nil)
    #expect(look.showsDefaultContent && !look.takesTouches)
    #expect(look.actions == PhoneFixture.category.actions)
}

private let carCases: [(NotificationCategory.Options, isOn: Bool, isShown: Bool)] = [
    (.allowInCarPlay, true, true), (.allowInCarPlay, false, false),
    (.allowAnnouncement, true, false), ([], true, false),
]

@Test(arguments: carCases)
func `ACT-9: a category is shown in CarPlay with allowInCarPlay and the person's setting`(
    options: NotificationCategory.Options, isOn: Bool, isShown: Bool
) throws {
    var phone = try PhoneFixture(.foreground, authorization: .notDetermined) { app in
        app.capabilities.carPlay = true
    }
    _ = phone.request([.alert, .carPlay])
    try phone.perform(.answerPrompt(.allow))
    phone.device[id]?.settings.carPlay = isOn
    phone.device[id]?.state = .suspended
    phone.device.setCategories([NotificationCategory(id: "message", options: options)], of: id)
    try phone.take(PhoneFixture.message, collapseID: "n")
    let notification = try #require(try phone.app.delivered.first)
    #expect(phone.device.showsInCarPlay(notification, of: id) == isShown)
}

@Test func `ACT-9: without the carPlay authorization option, nothing is shown in CarPlay`() throws {
    var phone = try PhoneFixture { $0.capabilities.carPlay = true }
    phone.device.setCategories(
        [NotificationCategory(id: "message", options: .allowInCarPlay)], of: id)
    try phone.take(PhoneFixture.message, collapseID: "n")
    let notification = try #require(try phone.app.delivered.first)
    #expect(!phone.device.showsInCarPlay(notification, of: id))
}

@Test(arguments: [
    NotificationCategory(id: "message", options: .allowAnnouncement),
    NotificationCategory(id: "message", summaryFormat: "%u more messages"),
])
func `ACT-9, GRP-3: allowAnnouncement and a summary format change nothing`(
    category: NotificationCategory
) throws {
    var (phone, plain) = (try PhoneFixture(), try PhoneFixture())
    phone.device.setCategories([category], of: id)
    plain.device.setCategories([NotificationCategory(id: "message")], of: id)
    for number in 1...3 as ClosedRange<UInt8> {
        let decision = try phone.take(PhoneFixture.message, number: number)
        #expect(try decision == plain.take(PhoneFixture.message, number: number))
    }
    #expect(try phone.app.groups == plain.app.groups)
    #expect(try phone.app.groups.map(\.notifications.count) == [3])
}
