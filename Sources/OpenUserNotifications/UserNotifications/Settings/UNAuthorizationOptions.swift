// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What an app asks permission for. Write `[]` for nothing. Apple: since iOS 10.0.
public struct UNAuthorizationOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The number on the icon.
    public static let badge = Self(rawValue: 1 << 0)
    /// Sounds.
    public static let sound = Self(rawValue: 1 << 1)
    /// Alerts.
    public static let alert = Self(rawValue: 1 << 2)
    /// Notifications in CarPlay.
    public static let carPlay = Self(rawValue: 1 << 3)
    /// Critical alerts; asks a second time and needs an entitlement. Since iOS 12.0.
    public static let criticalAlert = Self(rawValue: 1 << 4)
    /// Settings shows a button for the settings inside the app. Since iOS 12.0.
    public static let providesAppNotificationSettings = Self(rawValue: 1 << 5)
    /// Quiet notifications on trial, without a prompt. Since iOS 12.0.
    public static let provisional = Self(rawValue: 1 << 6)
    /// Has no effect any more: announcing is always included. Since iOS 13.0, deprecated in 15.0.
    public static let announcement = Self(rawValue: 1 << 7)
    /// Has no effect any more: the entitlement decides. Since iOS 15.0, deprecated in 15.0.
    public static let timeSensitive = Self(rawValue: 1 << 8)
}
