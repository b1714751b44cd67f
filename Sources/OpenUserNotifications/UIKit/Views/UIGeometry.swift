// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Insets from the four edges, in points. Available since iOS 2.0.
public struct UIEdgeInsets: Hashable, Sendable {
    /// The inset from the top edge.
    public var top: CGFloat
    /// The inset from the left edge.
    public var left: CGFloat
    /// The inset from the bottom edge.
    public var bottom: CGFloat
    /// The inset from the right edge.
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

/// Insets from the four edges. The reading direction determines which edge is the leading edge.
/// Available since iOS 11.0.
public struct NSDirectionalEdgeInsets: Hashable, Sendable {
    /// The inset from the top edge.
    public var top: CGFloat
    /// The inset from the leading edge.
    public var leading: CGFloat
    /// The inset from the bottom edge.
    public var bottom: CGFloat
    /// The inset from the trailing edge.
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

/// Edges of a rectangle. Available since iOS 7.0.
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

/// The alignment of text. Available since iOS 6.0.
public enum NSTextAlignment: Int, Sendable {
    /// The text is aligned to the left.
    case left = 0
    /// The text is centered.
    case center = 1
    /// The text is aligned to the right.
    case right = 2
    /// The text is justified.
    case justified = 3
    /// The text has the default alignment of its language.
    case natural = 4
}

/// How text that does not fit on a line is wrapped or truncated. Available since iOS 6.0.
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

/// The physical orientation of a device. Available since iOS 2.0.
public enum UIDeviceOrientation: Int, Sendable {
    /// The orientation is unknown.
    case unknown = 0
    /// The device is upright.
    case portrait = 1
    /// The device is upside down.
    case portraitUpsideDown = 2
    /// The device is on its left side.
    case landscapeLeft = 3
    /// The device is on its right side.
    case landscapeRight = 4
    /// The device is face up.
    case faceUp = 5
    /// The device is face down.
    case faceDown = 6

    /// Whether the device is upright or upside down.
    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    /// Whether the device is on its left or right side.
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
}

/// The orientation of an interface. Available since iOS 2.0.
public enum UIInterfaceOrientation: Int, Sendable {
    /// The orientation is unknown.
    case unknown = 0
    /// The interface is upright.
    case portrait = 1
    /// The interface is upside down.
    case portraitUpsideDown = 2
    /// The orientation for a device on its left side: ``UIDeviceOrientation/landscapeLeft``.
    case landscapeRight = 3
    /// The orientation for a device on its right side: ``UIDeviceOrientation/landscapeRight``.
    case landscapeLeft = 4

    /// Whether the interface is upright or upside down.
    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    /// Whether the interface is for a device on its left or right side.
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
}

/// A set of interface orientations. Available since iOS 6.0.
public struct UIInterfaceOrientationMask: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The interface is upright.
    public static let portrait = Self(rawValue: 1 << 1)
    /// The interface is upside down.
    public static let portraitUpsideDown = Self(rawValue: 1 << 2)
    /// The orientation for a device on its left side: ``UIDeviceOrientation/landscapeLeft``.
    public static let landscapeRight = Self(rawValue: 1 << 3)
    /// The orientation for a device on its right side: ``UIDeviceOrientation/landscapeRight``.
    public static let landscapeLeft = Self(rawValue: 1 << 4)
    /// The orientations for a device on its left or right side.
    public static let landscape: Self = [.landscapeLeft, .landscapeRight]
    /// All orientations except upside down.
    public static let allButUpsideDown: Self = [.portrait, .landscape]
    /// All orientations.
    public static let all: Self = [.portrait, .landscape, .portraitUpsideDown]
}

/// The style of the status bar. Available since iOS 2.0.
public enum UIStatusBarStyle: Int, Sendable {
    /// The style that suits the interface style.
    case `default` = 0
    /// Light content, for dark backgrounds.
    case lightContent = 1
    /// Dark content, for light backgrounds.
    case darkContent = 3
}
