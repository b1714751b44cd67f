// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// How lines stand. Apple: since iOS 13.0.
public enum TextAlignment: Hashable, Sendable {
    case leading, center, trailing
}

/// How screens stand. Apple: since iOS 13.0.
public struct NavigationViewStyle: Sendable {
    /// On one another.
    public static let stack = Self()
    /// As usual.
    public static let automatic = Self()
}

/// A shape. Apple: since iOS 13.0.
public protocol Shape: View {}

/// A circle. Apple: since iOS 13.0.
public struct Circle: Shape {
    public typealias Body = Never

    /// A circle.
    public init() {}
}

/// A rectangle. Apple: since iOS 13.0.
public struct Rectangle: Shape {
    public typealias Body = Never

    /// A rectangle.
    public init() {}
}

/// A rectangle with round corners. Apple: since iOS 13.0.
public struct RoundedRectangle: Shape {
    public typealias Body = Never

    /// A rectangle; the radius is in points.
    public init(cornerRadius: CGFloat) {}
}

/// How large the person wants text. Apple: since iOS 15.0.
public enum DynamicTypeSize: Int, Comparable, CaseIterable, Sendable {
    case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge, accessibility1, accessibility2
    case accessibility3, accessibility4, accessibility5

    public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

extension Image {
    /// How large a symbol is. Apple: since iOS 13.0.
    public enum Scale: Hashable, Sendable {
        case small, medium, large
    }
}

/// Keys that are held. Apple: since iOS 13.0.
public struct EventModifiers: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let shift = Self(rawValue: 2)
    public static let control = Self(rawValue: 4)
    public static let option = Self(rawValue: 8)
    public static let command = Self(rawValue: 16)
}
