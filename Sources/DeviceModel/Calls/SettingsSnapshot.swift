// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What an app reads about its settings. Source: `UNNotificationSettings`.
public struct SettingsSnapshot: Hashable, Sendable, Codable {
    /// Source: `UNNotificationSetting`.
    public enum Setting: String, Hashable, Sendable, Codable, CaseIterable {
        case notSupported = "not-supported"
        case disabled
        case enabled
    }

    public var authorization = Authorization.notDetermined
    public var notificationCenter = Setting.notSupported
    public var lockScreen = Setting.notSupported
    public var alert = Setting.notSupported
    public var sound = Setting.notSupported
    public var badge = Setting.notSupported
    public var criticalAlert = Setting.notSupported
    public var carPlay = Setting.notSupported
    public var announcement = Setting.notSupported
    public var directMessages = Setting.notSupported
    public var timeSensitive = Setting.notSupported
    public var scheduledDelivery = Setting.notSupported
    public var alertStyle = NotificationSettings.AlertStyle.none
    public var previews = PreviewSetting.whenAuthenticated
    public var providesAppNotificationSettings = false

    enum CodingKeys: String, CodingKey {
        case authorization, alert, sound, badge, announcement, previews
        case notificationCenter = "notification_center"
        case lockScreen = "lock_screen"
        case criticalAlert = "critical_alert"
        case carPlay = "car_play"
        case directMessages = "direct_messages"
        case timeSensitive = "time_sensitive"
        case scheduledDelivery = "scheduled_delivery"
        case alertStyle = "alert_style"
        case providesAppNotificationSettings = "provides_app_notification_settings"
    }

    public init() {}
}
