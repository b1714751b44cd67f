// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The interface style: light or dark. Available since iOS 12.0.
public enum UIUserInterfaceStyle: Int, Sendable {
    /// The style is not specified.
    case unspecified = 0
    /// The light style.
    case light = 1
    /// The dark style.
    case dark = 2
}

/// The kind of device for which an interface is designed. Available since iOS 3.2.
public enum UIUserInterfaceIdiom: Int, Sendable {
    /// The kind of device is not specified.
    case unspecified = -1
    /// A phone.
    case phone = 0
    /// A tablet.
    case pad = 1
    /// A television.
    case tv = 2
    /// A car.
    case carPlay = 3
    /// A Mac.
    case mac = 5
    /// A headset.
    case vision = 6
}

/// The amount of space in one dimension. Available since iOS 8.0.
public enum UIUserInterfaceSizeClass: Int, Sendable {
    /// The size class is not specified.
    case unspecified = 0
    /// The space is limited.
    case compact = 1
    /// The space is ample.
    case regular = 2
}

/// The layout direction of an interface. Available since iOS 5.0.
public enum UIUserInterfaceLayoutDirection: Int, Sendable {
    /// The layout direction is from left to right.
    case leftToRight = 0
    /// The layout direction is from right to left.
    case rightToLeft = 1
}

/// The text size that the person chose. Available since iOS 10.0.
public struct UIContentSizeCategory: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The text size is not specified.
    public static let unspecified = Self(rawValue: "_UICTContentSizeCategoryUnspecified")
    /// A small text size.
    public static let small = Self(rawValue: "UICTContentSizeCategoryS")
    /// A medium text size.
    public static let medium = Self(rawValue: "UICTContentSizeCategoryM")
    /// A large text size, which is the default of new phones.
    public static let large = Self(rawValue: "UICTContentSizeCategoryL")
    /// An extra large text size.
    public static let extraLarge = Self(rawValue: "UICTContentSizeCategoryXL")
    /// The largest of the accessibility sizes.
    public static let accessibilityExtraExtraExtraLarge = Self(
        rawValue: "UICTContentSizeCategoryAccessibilityXXXL")

    /// Posted after the person chose another text size. Never posted here.
    public static let didChangeNotification = Notification.Name(
        "UIContentSizeCategoryDidChangeNotification")
}

/// The traits of an interface's environment. Available since iOS 8.0. Here, the traits are always
/// those of a phone.
public final class UITraitCollection: NSObject, Sendable {
    /// The interface style.
    public let userInterfaceStyle: UIUserInterfaceStyle
    /// The kind of device.
    public let userInterfaceIdiom: UIUserInterfaceIdiom

    /// Creates traits with an interface style.
    public init(userInterfaceStyle: UIUserInterfaceStyle) {
        self.userInterfaceStyle = userInterfaceStyle
        userInterfaceIdiom = .phone
        super.init()
    }

    /// The phone's traits.
    public static let current = UITraitCollection(userInterfaceStyle: .light)

    /// The horizontal size class; always compact.
    public var horizontalSizeClass: UIUserInterfaceSizeClass { .compact }
    /// The vertical size class; always regular.
    public var verticalSizeClass: UIUserInterfaceSizeClass { .regular }
    /// The number of pixels per point; always 3.
    public var displayScale: CGFloat { 3 }
    /// The text size; always large.
    public var preferredContentSizeCategory: UIContentSizeCategory { .large }
    /// The layout direction; always left to right.
    public var layoutDirection: UIUserInterfaceLayoutDirection { .leftToRight }

    /// Returns whether colors may look different with these traits than with the given traits.
    public func hasDifferentColorAppearance(
        comparedTo traitCollection: UITraitCollection?
    ) -> Bool {
        traitCollection.map { $0.userInterfaceStyle != userInterfaceStyle } ?? true
    }
}
