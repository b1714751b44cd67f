// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Light or dark. Apple: since iOS 12.0.
public enum UIUserInterfaceStyle: Int, Sendable {
    /// Not said.
    case unspecified = 0
    /// Light.
    case light = 1
    /// Dark.
    case dark = 2
}

/// What kind of device an interface is for. Apple: since iOS 3.2.
public enum UIUserInterfaceIdiom: Int, Sendable {
    /// Not said.
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

/// How much room there is. Apple: since iOS 8.0.
public enum UIUserInterfaceSizeClass: Int, Sendable {
    /// Not said.
    case unspecified = 0
    /// Little.
    case compact = 1
    /// Enough.
    case regular = 2
}

/// In which direction an interface runs. Apple: since iOS 5.0.
public enum UIUserInterfaceLayoutDirection: Int, Sendable {
    /// From left to right.
    case leftToRight = 0
    /// From right to left.
    case rightToLeft = 1
}

/// How large the person wants text. Apple: since iOS 10.0.
public struct UIContentSizeCategory: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Not said.
    public static let unspecified = Self(rawValue: "_UICTContentSizeCategoryUnspecified")
    /// Small.
    public static let small = Self(rawValue: "UICTContentSizeCategoryS")
    /// Medium.
    public static let medium = Self(rawValue: "UICTContentSizeCategoryM")
    /// Large, as phones are sold.
    public static let large = Self(rawValue: "UICTContentSizeCategoryL")
    /// Larger.
    public static let extraLarge = Self(rawValue: "UICTContentSizeCategoryXL")
    /// The largest of the sizes for accessibility.
    public static let accessibilityExtraExtraExtraLarge = Self(
        rawValue: "UICTContentSizeCategoryAccessibilityXXXL")

    /// The person chose another size. Never posted here.
    public static let didChangeNotification = Notification.Name(
        "UIContentSizeCategoryDidChangeNotification")
}

/// Where and for whom an interface is shown. Apple: since iOS 8.0. A phone in light mode.
public final class UITraitCollection: NSObject, Sendable {
    /// Light or dark.
    public let userInterfaceStyle: UIUserInterfaceStyle
    /// What kind of device it is.
    public let userInterfaceIdiom: UIUserInterfaceIdiom

    /// Traits of a style.
    public init(userInterfaceStyle: UIUserInterfaceStyle) {
        self.userInterfaceStyle = userInterfaceStyle
        userInterfaceIdiom = .phone
        super.init()
    }

    /// The traits of the phone.
    public static let current = UITraitCollection(userInterfaceStyle: .light)

    /// The room from side to side.
    public var horizontalSizeClass: UIUserInterfaceSizeClass { .compact }
    /// The room from top to bottom.
    public var verticalSizeClass: UIUserInterfaceSizeClass { .regular }
    /// Pixels in a point.
    public var displayScale: CGFloat { 3 }
    /// The size of text.
    public var preferredContentSizeCategory: UIContentSizeCategory { .large }
    /// The direction of the interface.
    public var layoutDirection: UIUserInterfaceLayoutDirection { .leftToRight }

    /// Whether colours look different under other traits.
    public func hasDifferentColorAppearance(
        comparedTo traitCollection: UITraitCollection?
    ) -> Bool {
        traitCollection.map { $0.userInterfaceStyle != userInterfaceStyle } ?? true
    }
}
