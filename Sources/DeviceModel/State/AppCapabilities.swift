// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// What an app's developer declared and Apple signed: entitlements, background modes, extensions.
public struct AppCapabilities: Hashable, Sendable, Codable {
    /// The `aps-environment` entitlement; `nil` without the Push Notifications capability.
    public var environment: APNSEnvironment?
    /// `remote-notification` in `UIBackgroundModes`: content-available may wake the app.
    public var remoteNotificationBackgroundMode: Bool
    /// The time-sensitive entitlement.
    public var timeSensitive: Bool
    /// The critical-alerts entitlement, and the person's permission that goes with it.
    public var criticalAlerts: Bool
    /// Whether the app has a notification service extension. The phone does not run extensions yet:
    /// a notification with `mutable-content` is treated as one without.
    public var serviceExtension: Bool

    enum CodingKeys: String, CodingKey {
        case environment
        case remoteNotificationBackgroundMode = "remote_notification_background_mode"
        case timeSensitive = "time_sensitive"
        case criticalAlerts = "critical_alerts"
        case serviceExtension = "service_extension"
    }

    public init(
        environment: APNSEnvironment? = .sandbox, remoteNotificationBackgroundMode: Bool = true,
        timeSensitive: Bool = true, criticalAlerts: Bool = false, serviceExtension: Bool = false
    ) {
        self.environment = environment
        self.remoteNotificationBackgroundMode = remoteNotificationBackgroundMode
        self.timeSensitive = timeSensitive
        self.criticalAlerts = criticalAlerts
        self.serviceExtension = serviceExtension
    }
}
