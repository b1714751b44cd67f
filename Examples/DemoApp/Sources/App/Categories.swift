// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DemoKit
import Foundation

#if canImport(UIKit)
import UserNotifications
#else
import OpenUserNotifications
#endif

extension UNNotificationCategory {
    /// Every category of the app. They are set as a whole, at each launch.
    static var all: Set<UNNotificationCategory> {
        Set(CategoryID.allCases.map(make))
    }

    private static func make(_ id: CategoryID) -> UNNotificationCategory {
        switch id {
        case .message:
            UNNotificationCategory(
                identifier: id.rawValue, actions: [.reply, .markRead],
                intentIdentifiers: ["INSendMessageIntent"],
                hiddenPreviewsBodyPlaceholder: String(localized: "New message"),
                options: [.hiddenPreviewsShowTitle, .customDismissAction])
        case .order: make(id, [.trackOrder])
        case .reminder, .event: make(id, [.snooze, .done])
        case .mail: make(id, [.markRead, .archive])
        case .stop: make(id, [.navigate])
        case .doorbell: make(id, [.openDoor])
        }
    }

    private static func make(
        _ id: CategoryID, _ actions: [UNNotificationAction]
    ) -> UNNotificationCategory {
        UNNotificationCategory(identifier: id.rawValue, actions: actions, intentIdentifiers: [])
    }
}

extension UNNotificationAction {
    fileprivate static var reply: UNNotificationAction {
        UNTextInputNotificationAction(
            identifier: ActionID.reply.rawValue, title: String(localized: "Reply"), options: [],
            icon: UNNotificationActionIcon(systemImageName: "arrowshape.turn.up.left"),
            textInputButtonTitle: String(localized: "Send"),
            textInputPlaceholder: String(localized: "Message"))
    }

    fileprivate static var markRead: UNNotificationAction {
        make(.markRead, String(localized: "Mark as read"), "envelope.open")
    }

    fileprivate static var trackOrder: UNNotificationAction {
        make(.trackOrder, String(localized: "Track"), "map", [.foreground])
    }

    fileprivate static var snooze: UNNotificationAction {
        make(.snooze, String(localized: "In an hour"), "clock")
    }

    fileprivate static var done: UNNotificationAction {
        make(.done, String(localized: "Done"), "checkmark")
    }

    fileprivate static var archive: UNNotificationAction {
        make(.archive, String(localized: "Archive"), "archivebox", [.destructive])
    }

    fileprivate static var navigate: UNNotificationAction {
        make(.navigate, String(localized: "Navigate"), "location", [.foreground])
    }

    fileprivate static var openDoor: UNNotificationAction {
        make(.openDoor, String(localized: "Open"), "door.left.hand.open", [.authenticationRequired])
    }

    private static func make(
        _ id: ActionID, _ title: String, _ symbol: String,
        _ options: UNNotificationActionOptions = []
    ) -> UNNotificationAction {
        UNNotificationAction(
            identifier: id.rawValue, title: title, options: options,
            icon: UNNotificationActionIcon(systemImageName: symbol))
    }
}
