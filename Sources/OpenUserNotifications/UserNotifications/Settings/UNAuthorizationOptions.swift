// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The kinds of notification for which an app requests authorization. `[]` requests none. Available
/// since iOS 10.0.
public struct UNAuthorizationOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The option for the badge on the app's icon.
    public static let badge = Self(rawValue: 1 << 0)
    /// The option for sounds.
    public static let sound = Self(rawValue: 1 << 1)
    /// The option for alerts.
    public static let alert = Self(rawValue: 1 << 2)
    /// The option for notifications in CarPlay.
    public static let carPlay = Self(rawValue: 1 << 3)
    /// The option for critical alerts. A request for critical alerts shows a second prompt and
    /// requires an entitlement. Available since iOS 12.0.
    public static let criticalAlert = Self(rawValue: 1 << 4)
    /// The option for a button in Settings that leads to the app's own notification settings.
    /// Available since iOS 12.0.
    public static let providesAppNotificationSettings = Self(rawValue: 1 << 5)
    /// The option for quiet notifications on a trial basis, without a prompt. Available since iOS
    /// 12.0.
    public static let provisional = Self(rawValue: 1 << 6)
    /// The option no longer has an effect, because announcements are always included. Available
    /// since iOS 13.0, deprecated in 15.0.
    public static let announcement = Self(rawValue: 1 << 7)
    /// The option no longer has an effect, because only the entitlement is required. Available
    /// since iOS 15.0, deprecated in 15.0.
    public static let timeSensitive = Self(rawValue: 1 << 8)
}
