// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import UserNotificationsShim

extension PlannedRequest {
    /// Returns the request for the notification center.
    @MainActor
    func object(
        at now: Date, _ store: LocalAttachmentStore
    ) throws(LocalNotificationError) -> UNNotificationRequest {
        let content = notification.content.object(isQuiet: due.isQuiet)
        content.attachments = store.objects(for: notification.content.attachments)
        content.userInfo[LocalMarker.key] = LocalMarker(self).text
        return UNNotificationRequest(
            identifier: id, content: content, trigger: try due.trigger.object(at: now, id: id))
    }
}

extension LocalContent {
    /// - Parameter isQuiet: whether the notification is delivered during quiet hours.
    @MainActor
    func object(isQuiet: Bool) -> UNMutableNotificationContent {
        let content = UNMutableNotificationContent()
        content.title = title.systemText
        content.subtitle = subtitle.systemText
        content.body = body.systemText
        content.sound = isQuiet ? nil : sound?.object(isCritical: level == .critical)
        content.badge = badge.map { NSNumber(value: $0) }
        content.categoryIdentifier = category
        content.threadIdentifier = thread
        content.interruptionLevel = isQuiet ? .passive : level.object
        content.relevanceScore = relevance
        content.targetContentIdentifier = targetContent
        content.filterCriteria = filterCriteria
        content.userInfo = payload.userInfo
        return content
    }

    /// The content of a notification that the schedule did not plan. The name of its sound is known
    /// only for a push: the system does not provide the name for other notifications.
    init(_ content: UNNotificationContent) {
        let payload = PushPayload(content.userInfo)
        self.init(
            title: LocalText(content.title), subtitle: LocalText(content.subtitle),
            body: LocalText(content.body),
            sound: content.sound == nil ? nil : Sound(payload: payload),
            badge: nil, category: content.categoryIdentifier, thread: content.threadIdentifier,
            level: Level(content.interruptionLevel), payload: payload)
        relevance = content.relevanceScore
        targetContent = content.targetContentIdentifier
        filterCriteria = content.filterCriteria
        attachments = content.attachments.map { LocalAttachment($0.url, id: $0.identifier) }
    }
}

extension LocalContent.Sound {
    init(payload: PushPayload) {
        let name = payload.string("aps.sound") ?? payload.string("aps.sound.name")
        if let name, name != "default" { self = .named(name) } else { self = .default }
    }

    func object(isCritical: Bool) -> UNNotificationSound {
        switch self {
        case .default: isCritical ? .defaultCritical : .default
        case .named(let name):
            isCritical
                ? .criticalSoundNamed(UNNotificationSoundName(rawValue: name))
                : UNNotificationSound(named: UNNotificationSoundName(rawValue: name))
        }
    }
}

extension LocalContent.Level {
    init(_ level: UNNotificationInterruptionLevel) {
        switch level {
        case .passive: self = .passive
        case .timeSensitive: self = .timeSensitive
        case .critical: self = .critical
        default: self = .active
        }
    }

    var object: UNNotificationInterruptionLevel {
        switch self {
        case .passive: .passive
        case .active: .active
        case .timeSensitive: .timeSensitive
        case .critical: .critical
        }
    }
}
