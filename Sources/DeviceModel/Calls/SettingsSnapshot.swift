// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The settings that an app reads. Source: `UNNotificationSettings`.
public struct SettingsSnapshot: Hashable, Sendable, Codable {
    /// The value of one setting. Source: `UNNotificationSetting`.
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

extension Device {
    /// Returns the settings that the app reads: `notDetermined` for an app that is not installed.
    ///
    /// The setting of an option has the value `notSupported` if the app never requested the option
    /// or lacks the required capability. Source: "Asking permission to use notifications",
    /// `UNNotificationSettings`.
    public func settingsSnapshot(of bundleID: String) -> SettingsSnapshot {
        var snapshot = SettingsSnapshot()
        snapshot.previews = previews
        guard let app = self[bundleID] else { return snapshot }
        snapshot.authorization = app.authorization
        snapshot.previews = app.settings.previews ?? previews
        guard app.authorization != .notDetermined else { return snapshot }
        let requested = app.requestedOptions
        let capabilities = app.capabilities
        let settings = app.effectiveSettings
        let isAllowed = app.authorization.allowsNotifications
        func setting(_ isOn: Bool, if isSupported: Bool = true) -> SettingsSnapshot.Setting {
            isSupported ? (isOn && isAllowed ? .enabled : .disabled) : .notSupported
        }
        let showsAlerts = requested.contains(.alert)
        snapshot.notificationCenter = setting(
            settings.notificationCenter, if: showsAlerts || app.authorization == .provisional)
        snapshot.lockScreen = setting(settings.lockScreen, if: showsAlerts)
        snapshot.alert = setting(settings.alert, if: showsAlerts)
        snapshot.alertStyle = snapshot.alert == .enabled ? settings.alertStyle : .none
        snapshot.sound = setting(settings.sound, if: requested.contains(.sound))
        snapshot.badge = setting(settings.badge, if: requested.contains(.badge))
        snapshot.criticalAlert = setting(
            settings.criticalAlert,
            if: capabilities.criticalAlerts && requested.contains(.criticalAlert))
        snapshot.carPlay = setting(
            settings.carPlay, if: capabilities.carPlay && requested.contains(.carPlay))
        snapshot.announcement = setting(settings.announcement, if: capabilities.announcement)
        snapshot.directMessages = setting(
            settings.directMessages, if: capabilities.communication)
        snapshot.timeSensitive = setting(settings.timeSensitive, if: capabilities.timeSensitive)
        snapshot.scheduledDelivery = setting(settings.scheduledDelivery)
        snapshot.providesAppNotificationSettings = requested.contains(
            .providesAppNotificationSettings)
        return snapshot
    }
}
