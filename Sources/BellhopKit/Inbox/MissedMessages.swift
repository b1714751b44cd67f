// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import UserNotificationsShim

/// How the app shows messages that it had to fetch because no push arrived.
public enum MissedMessages: Hashable, Sendable {
    /// Nothing is shown: the app's own views show the messages.
    case showNothing
    /// The app shows a local notification for each message that has a text, unless the app is in
    /// use, or the message's push is already in Notification Center.
    ///
    /// The local notification has the message's identifier. If the server also sends this
    /// identifier as `apns-collapse-id`, a late push replaces the local notification instead of
    /// showing the message twice.
    case notify
}

extension PushMessage {
    /// The content that the push's notification would have had, insofar as an app can set it.
    var localNotification: UNMutableNotificationContent? {
        guard let alert = payload["aps.alert"] else { return nil }
        let content = UNMutableNotificationContent()
        switch alert {
        case .string(let text): content.body = text
        default:
            content.title = text("title")
            content.subtitle = text("subtitle")
            content.body = text("body")
        }
        guard !(content.title + content.subtitle + content.body).isEmpty else { return nil }
        content.userInfo = payload.userInfo
        if let category = payload.category { content.categoryIdentifier = category.rawValue }
        if let thread = payload.threadID { content.threadIdentifier = thread }
        if let badge = payload.badge { content.badge = NSNumber(value: badge) }
        if payload.string("aps.sound") != nil || payload["aps.sound"]?.objectValue != nil {
            content.sound = .default
        }
        return content
    }

    /// Returns a part of the alert: the text itself, or the app's string for its localization key.
    private func text(_ part: String) -> String {
        if let text = payload.string("aps.alert.\(part)") { return text }
        let key = part == "body" ? "loc-key" : "\(part)-loc-key"
        guard let key = payload.string("aps.alert.\(key)") else { return "" }
        let name = part == "body" ? "loc-args" : "\(part)-loc-args"
        var arguments: [String] = []
        if case .array(let list)? = payload["aps.alert.\(name)"] {
            arguments = list.compactMap { if case .string(let text) = $0 { text } else { nil } }
        }
        return NSString.localizedUserNotificationString(forKey: key, arguments: arguments)
    }
}
