// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The kinds of notification for which an app requests authorization. `[]` requests none. Apple:
/// since iOS 10.0.
public struct UNAuthorizationOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The badge on the app's icon.
    public static let badge = Self(rawValue: 1 << 0)
    /// Sounds.
    public static let sound = Self(rawValue: 1 << 1)
    /// Alerts.
    public static let alert = Self(rawValue: 1 << 2)
    /// Notifications in CarPlay.
    public static let carPlay = Self(rawValue: 1 << 3)
    /// Critical alerts. Requesting them shows a second prompt and requires an entitlement. Since
    /// iOS 12.0.
    public static let criticalAlert = Self(rawValue: 1 << 4)
    /// A button in Settings that leads to the app's own notification settings. Since iOS 12.0.
    public static let providesAppNotificationSettings = Self(rawValue: 1 << 5)
    /// Quiet notifications without a prompt, on a trial basis. Since iOS 12.0.
    public static let provisional = Self(rawValue: 1 << 6)
    /// Has no effect anymore: announcing is always included. Since iOS 13.0, deprecated in 15.0.
    public static let announcement = Self(rawValue: 1 << 7)
    /// Has no effect anymore: only the entitlement is required. Since iOS 15.0, deprecated in 15.0.
    public static let timeSensitive = Self(rawValue: 1 << 8)
}
