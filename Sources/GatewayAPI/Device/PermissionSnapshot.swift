// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The permission for the app's notifications, as the system reports it to the app (Apple's
/// documentation, "UNNotificationSettings").
public struct PermissionSnapshot: Hashable, Sendable, Codable {
    /// The cases of Apple's `UNAuthorizationStatus`.
    public enum Authorization: String, Hashable, Sendable, Codable, CaseIterable {
        case notDetermined = "not-determined"
        case denied, authorized, provisional, ephemeral
    }

    public var authorization: Authorization
    /// Whether the app may show notifications at all, in any style.
    public var alert: Bool
    public var sound: Bool
    public var badge: Bool
    public var criticalAlert: Bool
    public var timeSensitive: Bool

    public init(
        authorization: Authorization, alert: Bool = false, sound: Bool = false, badge: Bool = false,
        criticalAlert: Bool = false, timeSensitive: Bool = false
    ) {
        self.authorization = authorization
        self.alert = alert
        self.sound = sound
        self.badge = badge
        self.criticalAlert = criticalAlert
        self.timeSensitive = timeSensitive
    }

    enum CodingKeys: String, CodingKey, CaseIterable {
        case authorization, alert, sound, badge
        case criticalAlert = "critical_alert"
        case timeSensitive = "time_sensitive"
    }
}
