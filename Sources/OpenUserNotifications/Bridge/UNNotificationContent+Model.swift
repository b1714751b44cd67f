// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import DeviceModel
import Foundation

extension UNNotificationContent.Record {
    /// This content, converted to the device model's type.
    package var model: NotificationContent {
        var content = NotificationContent(
            title: Self.text(title), subtitle: Self.text(subtitle), body: Self.text(body),
            sound: sound?.model, badge: badge, threadID: threadIdentifier,
            category: categoryIdentifier, level: level, userInfo: PropertyList.json(userInfo))
        content.relevanceScore = relevanceScore
        content.targetContentID = targetContentIdentifier
        content.filterCriteria = filterCriteria
        content.launchImage = launchImageName
        content.attachments = attachments.map(\.model)
        content.communication = provider?.communication
        return content
    }

    /// Converts content of the device model.
    package init(_ content: NotificationContent) {
        title = Self.string(content.title)
        subtitle = Self.string(content.subtitle)
        body = Self.string(content.body)
        sound = content.sound.map(UNNotificationSound.Record.init)
        badge = content.badge
        threadIdentifier = content.threadID
        categoryIdentifier = content.category
        interruptionLevel = Self.rawLevel(content.level)
        relevanceScore = content.relevanceScore
        targetContentIdentifier = content.targetContentID
        filterCriteria = content.filterCriteria
        launchImageName = content.launchImage
        attachments = content.attachments.map(UNNotificationAttachment.Record.init)
        userInfo = PropertyList.entries(json: content.userInfo)
    }

    /// Converts the content of a delivered notification, whose texts are already localized.
    package init(_ notification: DeliveredNotification) {
        title = notification.title ?? ""
        subtitle = notification.subtitle ?? ""
        body = notification.body ?? ""
        badge = notification.badge
        threadIdentifier = notification.threadID ?? ""
        categoryIdentifier = notification.category ?? ""
        interruptionLevel = Self.rawLevel(notification.level)
        relevanceScore = notification.relevanceScore ?? 0
        targetContentIdentifier = notification.targetContentID
        filterCriteria = notification.filterCriteria
        launchImageName = notification.launchImage ?? ""
        attachments = notification.attachments.map(UNNotificationAttachment.Record.init)
        userInfo = PropertyList.entries(json: notification.userInfo)
        sound = notification.sound.map { name in
            UNNotificationSound.Record(
                name: name == "default" ? nil : name, isCritical: notification.isCritical,
                volume: notification.soundVolume.map { Float($0) })
        }
    }

    private var level: InterruptionLevel {
        switch UNNotificationInterruptionLevel(rawValue: interruptionLevel) ?? .active {
        case .passive: .passive
        case .active: .active
        case .timeSensitive: .timeSensitive
        case .critical: .critical
        }
    }

    private static func rawLevel(_ level: InterruptionLevel) -> UInt {
        let level: UNNotificationInterruptionLevel =
            switch level {
            case .passive: .passive
            case .active: .active
            case .timeSensitive: .timeSensitive
            case .critical: .critical
            }
        return level.rawValue
    }

    private static func text(_ string: String) -> NotificationText {
        guard let deferred = DeferredText(string) else { return NotificationText(string) }
        return NotificationText(
            key: deferred.key, arguments: deferred.arguments, plain: deferred.key)
    }

    private static func string(_ text: NotificationText) -> String {
        guard let key = text.key else { return text.plain }
        return DeferredText(key: key, arguments: text.arguments).text
    }
}
