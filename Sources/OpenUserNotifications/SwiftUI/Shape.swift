// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The alignment of lines of text. Available since iOS 13.0.
public enum TextAlignment: Hashable, Sendable {
    case leading, center, trailing
}

/// The style of a navigation view. Available since iOS 13.0.
public struct NavigationViewStyle: Sendable {
    /// A stack of screens.
    public static let stack = Self()
    /// The default style.
    public static let automatic = Self()
}

/// A shape. Available since iOS 13.0.
public protocol Shape: View {}

/// A circle. Available since iOS 13.0.
public struct Circle: Shape {
    public typealias Body = Never

    /// Creates a circle.
    public init() {}
}

/// A rectangle. Available since iOS 13.0.
public struct Rectangle: Shape {
    public typealias Body = Never

    /// Creates a rectangle.
    public init() {}
}

/// A rectangle with rounded corners. Available since iOS 13.0.
public struct RoundedRectangle: Shape {
    public typealias Body = Never

    /// Creates a rectangle with a corner radius in points.
    public init(cornerRadius: CGFloat) {}
}

/// The text size that the person chose. Available since iOS 15.0.
public enum DynamicTypeSize: Int, Comparable, CaseIterable, Sendable {
    case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge, accessibility1, accessibility2
    case accessibility3, accessibility4, accessibility5

    public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

extension Image {
    /// The scale of a symbol. Available since iOS 13.0.
    public enum Scale: Hashable, Sendable {
        case small, medium, large
    }
}

/// Modifier keys. Available since iOS 13.0.
public struct EventModifiers: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let shift = Self(rawValue: 2)
    public static let control = Self(rawValue: 4)
    public static let option = Self(rawValue: 8)
    public static let command = Self(rawValue: 16)
}
