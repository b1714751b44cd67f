// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The switches of an app's page in Settings, as the person left them.
/// Source: `UNNotificationSettings`.
public struct NotificationSettings: Hashable, Sendable, Codable {
    /// The style of an alert on the unlocked screen. Source: `UNAlertStyle`.
    public enum AlertStyle: String, Hashable, Sendable, Codable, CaseIterable {
        case none
        /// The alert disappears by itself after some time.
        case banner
        /// The alert stays until the person acts.
        case alert
    }

    /// How an app's notifications are stacked (`GRP-2`).
    public enum Grouping: String, Hashable, Sendable, Codable, CaseIterable {
        case automatic
        case byApp = "by-app"
        case off
    }

    /// Whether banners are shown while the phone is unlocked.
    public var alert: Bool
    public var alertStyle: AlertStyle = .banner
    public var sound: Bool
    /// Whether the app's icon shows a number.
    public var badge: Bool
    public var lockScreen: Bool
    public var notificationCenter: Bool
    /// Whether time-sensitive notifications may interrupt; the app also needs the entitlement.
    public var timeSensitive = true
    /// Whether critical alerts may play a sound, which the person decides in the second prompt.
    public var criticalAlert = false
    public var carPlay = true
    /// Whether Siri reads notifications aloud.
    public var announcement = true
    public var directMessages = true
    /// Whether notifications wait for the scheduled summary.
    public var scheduledDelivery = false
    /// The app's own setting for previews; `nil` uses the phone's setting.
    public var previews: PreviewSetting?
    public var grouping = Grouping.automatic
    public var liveActivities = true
    /// Whether Live Activities may be updated often; the app must also declare frequent updates.
    public var frequentUpdates = true

    enum CodingKeys: String, CodingKey {
        case alert, sound, badge, announcement, previews, grouping
        case alertStyle = "alert_style"
        case lockScreen = "lock_screen"
        case notificationCenter = "notification_center"
        case timeSensitive = "time_sensitive"
        case criticalAlert = "critical_alert"
        case carPlay = "car_play"
        case directMessages = "direct_messages"
        case scheduledDelivery = "scheduled_delivery"
        case liveActivities = "live_activities"
        case frequentUpdates = "frequent_updates"
    }

    public init(
        alert: Bool = true, sound: Bool = true, badge: Bool = true, lockScreen: Bool = true,
        notificationCenter: Bool = true
    ) {
        self.alert = alert
        self.sound = sound
        self.badge = badge
        self.lockScreen = lockScreen
        self.notificationCenter = notificationCenter
    }

    /// All switches on.
    public static let allOn = NotificationSettings()

    /// All switches off.
    public static let allOff = NotificationSettings(
        alert: false, sound: false, badge: false, lockScreen: false, notificationCenter: false)

    /// Returns the switches as they are right after the person has allowed or denied notifications.
    /// Source: "Asking permission to use notifications".
    public static func defaults(for authorization: Authorization) -> NotificationSettings {
        switch authorization {
        case .authorized, .ephemeral: .allOn
        case .denied, .notDetermined: .allOff
        case .provisional:
            NotificationSettings(alert: false, sound: false, badge: false, lockScreen: false)
        }
    }

    /// Returns the switches after the person has allowed or denied notifications for an app:
    /// options that the app never requested are off, and switches that do not depend on the
    /// permission keep their values.
    static func defaults(
        for authorization: Authorization, requested: AuthorizationOptions,
        keeping old: NotificationSettings
    ) -> NotificationSettings {
        let full = defaults(for: authorization)
        let showsAlerts = requested.contains(.alert)
        var settings = old
        settings.alert = full.alert && showsAlerts
        settings.sound = full.sound && requested.contains(.sound)
        settings.badge = full.badge && requested.contains(.badge)
        settings.lockScreen = full.lockScreen && showsAlerts
        settings.notificationCenter =
            full.notificationCenter
            && (showsAlerts || authorization == .provisional)
        settings.alertStyle = .banner
        if authorization == .denied || authorization == .notDetermined {
            settings.criticalAlert = false
            settings.scheduledDelivery = false
        }
        return settings
    }

    /// Returns these settings with fewer switches on: a switch that depends on the permission stays
    /// on only if it is also on in `other`.
    func limited(to other: NotificationSettings) -> NotificationSettings {
        var settings = self
        settings.alert = alert && other.alert
        settings.sound = sound && other.sound
        settings.badge = badge && other.badge
        settings.lockScreen = lockScreen && other.lockScreen
        settings.notificationCenter = notificationCenter && other.notificationCenter
        return settings
    }
}
