// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import BellhopKit
import Foundation
import UserNotificationsShim

extension PushActionID {
    public static let reply: Self = "REPLY"
    public static let markRead: Self = "MARK_READ"
    public static let trackOrder: Self = "TRACK_ORDER"
    public static let snooze: Self = "SNOOZE"
    public static let done: Self = "DONE"
    public static let archive: Self = "ARCHIVE"
    public static let navigate: Self = "NAVIGATE"
    public static let openDoor: Self = "OPEN_DOOR"
}

extension PushCategoryID {
    public static let message: Self = "MESSAGE"
    public static let order: Self = "ORDER"
    public static let reminder: Self = "REMINDER"
}

extension [PushCategory] {
    /// The kinds of notification, named as in the payloads' `category`, with their buttons.
    public static var corner: Self {
        [
            PushCategory(
                .message, actions: [.reply, .markRead],
                hiddenPreviewsBodyPlaceholder: String(localized: "New message"),
                intentIdentifiers: ["INSendMessageIntent"],
                options: [.hiddenPreviewsShowTitle]),
            PushCategory(.order, actions: [.trackOrder]),
            PushCategory(.reminder, actions: [.snooze, .done]),
            PushCategory("EVENT_REMINDER", actions: [.snooze, .done]),
            PushCategory("MAIL", actions: [.markRead, .archive]),
            PushCategory("STOP", actions: [.navigate]),
            PushCategory("DOORBELL", actions: [.openDoor]),
        ]
    }
}

extension PushAction {
    fileprivate static let reply = textInput(
        .reply, String(localized: "Reply"), send: String(localized: "Send"),
        placeholder: String(localized: "Message"), icon: .system("arrowshape.turn.up.left"))
    fileprivate static let markRead = button(
        .markRead, String(localized: "Mark as read"), icon: .system("envelope.open"))
    fileprivate static let trackOrder = button(
        .trackOrder, String(localized: "Track"), icon: .system("map"), options: .foreground)
    fileprivate static let snooze = button(
        .snooze, String(localized: "In an hour"), icon: .system("clock"))
    fileprivate static let done = button(
        .done, String(localized: "Done"), icon: .system("checkmark"))
    fileprivate static let archive = button(
        .archive, String(localized: "Archive"), icon: .system("archivebox"),
        options: .destructive)
    fileprivate static let navigate = button(
        .navigate, String(localized: "Navigate"), icon: .system("location"),
        options: .foreground)
    fileprivate static let openDoor = button(
        .openDoor, String(localized: "Open"), icon: .system("door.left.hand.open"),
        options: .authenticationRequired)
}
