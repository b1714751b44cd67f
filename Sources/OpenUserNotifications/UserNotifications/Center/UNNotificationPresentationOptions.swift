// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The parts of a notification that are shown while its app is in the foreground. `[]` shows
/// nothing. Available since iOS 10.0.
public struct UNNotificationPresentationOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Sets the badge on the app's icon.
    public static let badge = Self(rawValue: 1 << 0)
    /// Plays the sound.
    public static let sound = Self(rawValue: 1 << 1)
    /// Shows a banner, and shows the notification in Notification Center. Deprecated in iOS 14.0.
    public static let alert = Self(rawValue: 1 << 2)
    /// Shows the notification in Notification Center. Available since iOS 14.0.
    public static let list = Self(rawValue: 1 << 3)
    /// Shows a banner. Available since iOS 14.0.
    public static let banner = Self(rawValue: 1 << 4)
}
