// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// How the notifications of a category behave. Available since iOS 10.0.
public struct UNNotificationCategoryOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The app is informed when the person dismisses the notification.
    public static let customDismissAction = Self(rawValue: 1 << 0)
    /// The notification may appear in CarPlay.
    public static let allowInCarPlay = Self(rawValue: 1 << 1)
    /// The title is shown even where previews are hidden. Available since iOS 11.0.
    public static let hiddenPreviewsShowTitle = Self(rawValue: 1 << 2)
    /// The subtitle is shown even where previews are hidden. Available since iOS 11.0.
    public static let hiddenPreviewsShowSubtitle = Self(rawValue: 1 << 3)
    /// The option no longer has an effect. Available since iOS 13.0, deprecated in 15.0.
    public static let allowAnnouncement = Self(rawValue: 1 << 4)
}
