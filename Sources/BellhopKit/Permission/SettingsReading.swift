// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import GatewayAPI
public import UserNotificationsShim

/// The person's notification settings as a value: Apple's `UNNotificationSettings` may not be
/// passed between tasks. `nil` represents a setting that this app or this system does not have.
public struct SettingsReading: Hashable, Sendable {
    public var authorization: PermissionSnapshot.Authorization
    public var alert: Bool?
    public var sound: Bool?
    public var badge: Bool?
    public var lockScreen: Bool?
    public var notificationCenter: Bool?
    public var carPlay: Bool?
    public var criticalAlert: Bool?
    public var timeSensitive: Bool?
    public var scheduledDelivery: Bool?
    public var directMessages: Bool?
    /// Whether previews of the text are never shown.
    public var hidesPreviews: Bool?

    public init(authorization: PermissionSnapshot.Authorization) {
        self.authorization = authorization
    }

    public init(_ settings: UNNotificationSettings) {
        authorization = PermissionSnapshot.Authorization(settings.authorizationStatus)
        #if !os(tvOS)
        alert = Self.isOn(settings.alertSetting)
        sound = Self.isOn(settings.soundSetting)
        notificationCenter = Self.isOn(settings.notificationCenterSetting)
        criticalAlert = Self.isOn(settings.criticalAlertSetting)
        timeSensitive = Self.isOn(settings.timeSensitiveSetting)
        scheduledDelivery = Self.isOn(settings.scheduledDeliverySetting)
        directMessages = Self.isOn(settings.directMessagesSetting)
        #endif
        #if !os(watchOS)
        badge = Self.isOn(settings.badgeSetting)
        #endif
        #if !os(tvOS) && !os(watchOS)
        lockScreen = Self.isOn(settings.lockScreenSetting)
        hidesPreviews = settings.showPreviewsSetting == .never
        #endif
        #if !os(tvOS) && !os(watchOS) && !os(macOS)
        carPlay = Self.isOn(settings.carPlaySetting)
        #endif
    }

    private static func isOn(_ setting: UNNotificationSetting) -> Bool? {
        switch setting {
        case .enabled: true
        case .disabled: false
        case .notSupported: nil
        @unknown default: nil
        }
    }

    /// The settings in the form that the server receives.
    public var snapshot: PermissionSnapshot {
        PermissionSnapshot(
            authorization: authorization, alert: alert ?? false, sound: sound ?? false,
            badge: badge ?? false, criticalAlert: criticalAlert ?? false,
            timeSensitive: timeSensitive ?? false)
    }
}

extension PermissionSnapshot.Authorization {
    /// Converts Apple's status. A case that Apple adds later is treated as not determined: then the
    /// app may ask, and the system decides.
    public init(_ status: UNAuthorizationStatus) {
        switch status {
        case .denied: self = .denied
        case .authorized: self = .authorized
        case .provisional: self = .provisional
        // `ephemeral` is declared on iOS only.
        default: self = status.rawValue == Self.ephemeralStatus ? .ephemeral : .notDetermined
        }
    }

    /// The raw value of `UNAuthorizationStatus.ephemeral`.
    private static let ephemeralStatus = 4
}
