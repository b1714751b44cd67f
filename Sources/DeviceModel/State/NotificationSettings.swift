// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The switches of an app's page in Settings. Source: `UNNotificationSettings`.
public struct NotificationSettings: Hashable, Sendable, Codable {
    /// Banners while the phone is unlocked.
    public var alert: Bool
    public var sound: Bool
    /// The number on the app's icon.
    public var badge: Bool
    public var lockScreen: Bool
    public var notificationCenter: Bool

    enum CodingKeys: String, CodingKey {
        case alert, sound, badge
        case lockScreen = "lock_screen"
        case notificationCenter = "notification_center"
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

    /// Every switch on.
    public static let allOn = NotificationSettings()

    /// Every switch off.
    public static let allOff = NotificationSettings(
        alert: false, sound: false, badge: false, lockScreen: false, notificationCenter: false)

    /// How the switches stand right after a permission was given or refused, before the person
    /// touches them. Source: "Asking permission to use notifications".
    public static func defaults(for authorization: Authorization) -> NotificationSettings {
        switch authorization {
        case .authorized, .ephemeral: .allOn
        case .denied, .notDetermined: .allOff
        case .provisional:
            NotificationSettings(alert: false, sound: false, badge: false, lockScreen: false)
        }
    }

    /// Only what is on in both.
    func limited(to other: NotificationSettings) -> NotificationSettings {
        NotificationSettings(
            alert: alert && other.alert, sound: sound && other.sound, badge: badge && other.badge,
            lockScreen: lockScreen && other.lockScreen,
            notificationCenter: notificationCenter && other.notificationCenter)
    }
}
