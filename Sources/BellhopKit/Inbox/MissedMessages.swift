// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import UserNotificationsShim

/// What is shown of messages that the app had to fetch because no push came.
public enum MissedMessages: Hashable, Sendable {
    /// Nothing: the app's own views have them.
    case showNothing
    /// A local notification for each that has a text, unless the app is in use, or its push stands
    /// in Notification Center already.
    ///
    /// Its identifier is the message's. A server that also sends this as `apns-collapse-id` makes a
    /// push that comes late replace it, instead of showing the message twice.
    case notify
}

extension PushMessage {
    /// The notification that the push would have been, as far as an app can make it.
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

    /// A part of the alert: as sent, else by its key in the app's strings.
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
