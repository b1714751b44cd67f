// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A notification as the phone shows it: the texts are resolved, the sound is found, and the level
/// is final.
public struct DeliveredNotification: Hashable, Sendable, Codable, Identifiable {
    /// The request identifier: the collapse identifier, otherwise the `apns-id`. A later
    /// notification with the same identifier replaces this one.
    public var id: String
    /// The `apns-id` of the push; `nil` for a local notification.
    public var apnsID: APNSID?
    public var title: String?
    public var subtitle: String?
    public var body: String?
    /// The group in which the notification is shown; `nil` for the app's group.
    public var threadID: String?
    public var category: String?
    /// The level after entitlements were applied; see the rules `INT-3` and `INT-4`.
    public var level: InterruptionLevel
    /// The sound's file, or `default`; `nil` for none. This is the sound that was found for the
    /// request; the arrival's decision states whether the sound was played.
    public var sound: String?
    /// The volume of a critical sound, 0 (silent) to 1 (full); `nil` for the phone's volume.
    public var soundVolume: Double?
    /// The requested badge.
    public var badge: Int?
    /// The relevance, 0 to 1; a summary features the notification with the highest relevance.
    public var relevanceScore: Double?
    /// The window to bring forward.
    public var targetContentID: String?
    /// The value that the app's Focus filter compared.
    public var filterCriteria: String?
    /// The image that is shown while the app starts.
    public var launchImage: String?
    public var attachments: [NotificationAttachment]
    /// The sender of a communication notification.
    public var communication: Communication?
    /// The trigger: `push`, or the trigger of the local request; `nil` for a request without a
    /// trigger.
    public var trigger: NotificationTrigger?
    public var deliveredAt: Date
    /// The whole payload as JSON text, which the app reads as `userInfo`.
    public var userInfo: String
    /// Whether the notification may be shown on the lock screen.
    public var isOnLockScreen: Bool
    /// Whether the notification is listed in Notification Center. If not, the notification
    /// disappears when the phone is unlocked.
    public var isInNotificationCenter: Bool

    /// The Focus that kept the notification from alerting (`INT-1`, `INT-9`); `nil` if no Focus
    /// did.
    public var silencedBy: String?

    /// Whether the notification is a critical alert, which overrides Focus and the mute switch.
    public var isCritical: Bool { level == .critical }

    enum CodingKeys: String, CodingKey {
        case id, title, subtitle, body, category, level, sound, badge, attachments, communication
        case trigger
        case filterCriteria = "filter_criteria"
        case launchImage = "launch_image"
        case apnsID = "apns_id"
        case threadID = "thread_id"
        case soundVolume = "sound_volume"
        case relevanceScore = "relevance_score"
        case targetContentID = "target_content_id"
        case deliveredAt = "delivered_at"
        case userInfo = "user_info"
        case silencedBy = "silenced_by"
        case isOnLockScreen = "is_on_lock_screen"
        case isInNotificationCenter = "is_in_notification_center"
    }

    public init(id: String, apnsID: APNSID?, deliveredAt: Date, userInfo: String) {
        self.id = id
        self.apnsID = apnsID
        self.deliveredAt = deliveredAt
        self.userInfo = userInfo
        level = .active
        attachments = []
        trigger = apnsID == nil ? nil : .push
        isOnLockScreen = true
        isInNotificationCenter = true
    }
}

/// Notifications of one app that are shown as one stack.
public struct NotificationGroup: Hashable, Sendable {
    /// The `thread-id`; `nil` for the app's group, which contains the notifications without a
    /// `thread-id`.
    public let threadID: String?
    /// The notifications, the newest first.
    public let notifications: [DeliveredNotification]
}
