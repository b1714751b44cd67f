// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What of a notification is shown while its app is in the foreground. `[]` shows nothing. Apple:
/// since iOS 10.0.
public struct UNNotificationPresentationOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Applies the number on the icon.
    public static let badge = Self(rawValue: 1 << 0)
    /// Plays the sound.
    public static let sound = Self(rawValue: 1 << 1)
    /// List and banner together; deprecated in iOS 14.0.
    public static let alert = Self(rawValue: 1 << 2)
    /// Shows it in Notification Center. Since iOS 14.0.
    public static let list = Self(rawValue: 1 << 3)
    /// Shows a banner. Since iOS 14.0.
    public static let banner = Self(rawValue: 1 << 4)
}
