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

private let notification: DeliveredNotification = {
    var made = DeliveredNotification(
        id: "n", apnsID: nil, deliveredAt: PhoneFixture.now, userInfo: "{}")
    made.title = "Alex"
    made.subtitle = "Team"
    made.body = "Lunch?"
    made.category = "CHAT"
    return made
}()

struct PreviewCase: Sendable {
    var setting = PreviewSetting.whenAuthenticated
    var own: PreviewSetting?
    var isLocked = true
    var category: NotificationCategory?
    var count = 1
    let title: String?
    let subtitle: String?
    let body: String?

    static let all = [
        PreviewCase(setting: .always, title: "Alex", subtitle: "Team", body: "Lunch?"),
        PreviewCase(title: nil, subtitle: nil, body: "Notification"),
        PreviewCase(isLocked: false, title: "Alex", subtitle: "Team", body: "Lunch?"),
        PreviewCase(
            setting: .never, isLocked: false, title: nil, subtitle: nil, body: "Notification"),
        PreviewCase(
            setting: .always, own: .never, title: nil, subtitle: nil, body: "Notification"),
        PreviewCase(setting: .never, own: .always, title: "Alex", subtitle: "Team", body: "Lunch?"),
        PreviewCase(count: 3, title: nil, subtitle: nil, body: "3 Notifications"),
        PreviewCase(
            category: NotificationCategory(
                id: "CHAT", hiddenPreviewsBodyPlaceholder: "%u new, 100%%",
                options: [.hiddenPreviewsShowTitle]),
            count: 2, title: "Alex", subtitle: nil, body: "2 new, 100%"),
        PreviewCase(
            category: NotificationCategory(
                id: "CHAT", hiddenPreviewsBodyPlaceholder: "%d of %s",
                options: [.hiddenPreviewsShowSubtitle]),
            title: nil, subtitle: "Team", body: "1 of %s"),
        PreviewCase(
            category: NotificationCategory(id: "OTHER", options: [.hiddenPreviewsShowTitle]),
            title: nil, subtitle: nil, body: "Notification"),
    ]
}

@Test(arguments: PreviewCase.all)
func `INT-14: hidden previews show what the category allows`(row: PreviewCase) throws {
    var phone = try PhoneFixture(isLocked: row.isLocked) { $0.settings.previews = row.own }
    phone.device.previews = row.setting
    if let category = row.category {
        phone.device.setCategories([category], of: PhoneFixture.bundleID)
    }
    let text = phone.device.preview(of: notification, in: try phone.app, count: row.count)
    #expect(text.title == row.title)
    #expect(text.subtitle == row.subtitle)
    #expect(text.body == row.body)
    #expect(text.isHidden == (row.body != "Lunch?"))
    #expect(text.showsPictures == !text.isHidden)
}

@Test func `NCE-2: the category selects the content extension, and letter case matters`() {
    let bundle = AppBundle(contentExtensions: [
        AppBundle.ContentExtension(categories: ["A"]),
        AppBundle.ContentExtension(categories: ["B", "A"]),
    ])
    #expect(bundle.contentExtension(forCategory: "A") == 0)
    #expect(bundle.contentExtension(forCategory: "B") == 1)
    #expect(bundle.contentExtension(forCategory: "a") == nil)
    #expect(bundle.contentExtension(forCategory: nil) == nil)
}
