// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DeviceModel

/// A phone with a notification `n` whose category has every kind of button.
extension PhoneFixture {
    static let category = NotificationCategory(
        id: "message",
        actions: [
            NotificationAction(id: "plain", title: "Mark as Read"),
            NotificationAction(id: "open", title: "Open", options: .foreground),
            NotificationAction(id: "secure", title: "Pay", options: .authenticationRequired),
            NotificationAction(
                id: "both", title: "View", options: [.foreground, .authenticationRequired]),
            NotificationAction(
                id: "reply", title: "Reply",
                textInput: NotificationAction.TextInput(buttonTitle: "Send", placeholder: "Aa")),
        ], options: .customDismissAction)

    static let message = #"{"aps":{"alert":"Hi","category":"message","thread-id":"t"}}"#

    static func withButtons(
        _ state: AppState = .suspended, isLocked: Bool = false, payload: String = message,
        edit: (inout InstalledApp) -> Void = { _ in }
    ) throws -> PhoneFixture {
        // The notification arrives while the app is suspended; the state is set afterwards.
        var phone = try PhoneFixture(.suspended, isLocked: isLocked, edit: edit)
        phone.device.setCategories([category], of: bundleID)
        try phone.take(payload, collapseID: "n")
        phone.device[bundleID]?.state = state
        return phone
    }

    /// The same phone, with a content extension for the category.
    static func withContentExtension(
        _ state: AppState = .suspended, isLocked: Bool = false
    ) throws -> PhoneFixture {
        try withButtons(state, isLocked: isLocked) { app in
            app.bundle.contentExtensions = [
                AppBundle.ContentExtension(categories: ["Message", "other"]),
                AppBundle.ContentExtension(categories: ["message"]),
                AppBundle.ContentExtension(categories: ["message"]),
            ]
        }
    }
}
