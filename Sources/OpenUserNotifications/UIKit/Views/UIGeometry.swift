// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Insets from the four edges, in points. Apple: since iOS 2.0.
public struct UIEdgeInsets: Hashable, Sendable {
    /// From the top.
    public var top: CGFloat
    /// From the left.
    public var left: CGFloat
    /// From the bottom.
    public var bottom: CGFloat
    /// From the right.
    public var right: CGFloat

    /// Creates insets of 0.
    public init() { self.init(top: 0, left: 0, bottom: 0, right: 0) }

    /// Creates insets.
    public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }

    /// Insets of 0.
    public static let zero = UIEdgeInsets()
}

/// Insets from the edges that follow the reading direction. Apple: since iOS 11.0.
public struct NSDirectionalEdgeInsets: Hashable, Sendable {
    /// From the top.
    public var top: CGFloat
    /// From the leading edge.
    public var leading: CGFloat
    /// From the bottom.
    public var bottom: CGFloat
    /// From the trailing edge.
    public var trailing: CGFloat

    /// Creates insets.
    public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
        self.top = top
        self.leading = leading
        self.bottom = bottom
        self.trailing = trailing
    }

    /// Insets of 0.
    public static let zero = Self(top: 0, leading: 0, bottom: 0, trailing: 0)
}

/// Edges of a rectangle. Apple: since iOS 7.0.
public struct UIRectEdge: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The top edge.
    public static let top = Self(rawValue: 1 << 0)
    /// The left edge.
    public static let left = Self(rawValue: 1 << 1)
    /// The bottom edge.
    public static let bottom = Self(rawValue: 1 << 2)
    /// The right edge.
    public static let right = Self(rawValue: 1 << 3)
    /// All four edges.
    public static let all: Self = [.top, .left, .bottom, .right]
}

/// The alignment of text. Apple: since iOS 6.0.
public enum NSTextAlignment: Int, Sendable {
    /// Aligned to the left.
    case left = 0
    /// Centered.
    case center = 1
    /// Aligned to the right.
    case right = 2
    /// Justified.
    case justified = 3
    /// The default of the language.
    case natural = 4
}

/// How text that does not fit on a line is wrapped or truncated. Apple: since iOS 6.0.
public enum NSLineBreakMode: Int, Sendable {
    /// The text wraps between words.
    case byWordWrapping = 0
    /// The text wraps between characters.
    case byCharWrapping = 1
    /// The text is clipped.
    case byClipping = 2
    /// The beginning of the text is truncated.
    case byTruncatingHead = 3
    /// The end of the text is truncated.
    case byTruncatingTail = 4
    /// The middle of the text is truncated.
    case byTruncatingMiddle = 5
}

/// The physical orientation of a device. Apple: since iOS 2.0.
public enum UIDeviceOrientation: Int, Sendable {
    /// Unknown.
    case unknown = 0
    /// Upright.
    case portrait = 1
    /// Upside down.
    case portraitUpsideDown = 2
    /// On its left side.
    case landscapeLeft = 3
    /// On its right side.
    case landscapeRight = 4
    /// Lying face up.
    case faceUp = 5
    /// Lying face down.
    case faceDown = 6

    /// Whether the device is upright or upside down.
    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    /// Whether the device is on a side.
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
}

/// The orientation of an interface. Apple: since iOS 2.0.
public enum UIInterfaceOrientation: Int, Sendable {
    /// Unknown.
    case unknown = 0
    /// Upright.
    case portrait = 1
    /// Upside down.
    case portraitUpsideDown = 2
    /// For a device on its left side, ``UIDeviceOrientation/landscapeLeft``.
    case landscapeRight = 3
    /// For a device on its right side, ``UIDeviceOrientation/landscapeRight``.
    case landscapeLeft = 4

    /// Whether the interface is upright or upside down.
    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    /// Whether the interface is for a device on a side.
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
}

/// A set of interface orientations. Apple: since iOS 6.0.
public struct UIInterfaceOrientationMask: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Upright.
    public static let portrait = Self(rawValue: 1 << 1)
    /// Upside down.
    public static let portraitUpsideDown = Self(rawValue: 1 << 2)
    /// For a device on its left side, ``UIDeviceOrientation/landscapeLeft``.
    public static let landscapeRight = Self(rawValue: 1 << 3)
    /// For a device on its right side, ``UIDeviceOrientation/landscapeRight``.
    public static let landscapeLeft = Self(rawValue: 1 << 4)
    /// For a device on either side.
    public static let landscape: Self = [.landscapeLeft, .landscapeRight]
    /// All orientations except upside down.
    public static let allButUpsideDown: Self = [.portrait, .landscape]
    /// All orientations.
    public static let all: Self = [.portrait, .landscape, .portraitUpsideDown]
}

/// The style of the status bar. Apple: since iOS 2.0.
public enum UIStatusBarStyle: Int, Sendable {
    /// The style that suits the interface style.
    case `default` = 0
    /// Light, for dark backgrounds.
    case lightContent = 1
    /// Dark, for light backgrounds.
    case darkContent = 3
}
