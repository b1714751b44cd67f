// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Distances from the four edges, in points. Apple: since iOS 2.0.
public struct UIEdgeInsets: Hashable, Sendable {
    /// From the top.
    public var top: CGFloat
    /// From the left.
    public var left: CGFloat
    /// From the bottom.
    public var bottom: CGFloat
    /// From the right.
    public var right: CGFloat

    /// No distance.
    public init() { self.init(top: 0, left: 0, bottom: 0, right: 0) }

    /// Four distances.
    public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }

    /// No distance.
    public static let zero = UIEdgeInsets()
}

/// Distances from the edges, by the direction of reading. Apple: since iOS 11.0.
public struct NSDirectionalEdgeInsets: Hashable, Sendable {
    /// From the top.
    public var top: CGFloat
    /// From where lines begin.
    public var leading: CGFloat
    /// From the bottom.
    public var bottom: CGFloat
    /// From where lines end.
    public var trailing: CGFloat

    /// Four distances.
    public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
        self.top = top
        self.leading = leading
        self.bottom = bottom
        self.trailing = trailing
    }

    /// No distance.
    public static let zero = Self(top: 0, leading: 0, bottom: 0, trailing: 0)
}

/// Edges of a rectangle. Apple: since iOS 7.0.
public struct UIRectEdge: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The upper edge.
    public static let top = Self(rawValue: 1 << 0)
    /// The left edge.
    public static let left = Self(rawValue: 1 << 1)
    /// The lower edge.
    public static let bottom = Self(rawValue: 1 << 2)
    /// The right edge.
    public static let right = Self(rawValue: 1 << 3)
    /// All four.
    public static let all: Self = [.top, .left, .bottom, .right]
}

/// How text stands between its margins. Apple: since iOS 6.0.
public enum NSTextAlignment: Int, Sendable {
    /// At the left.
    case left = 0
    /// In the middle.
    case center = 1
    /// At the right.
    case right = 2
    /// At both.
    case justified = 3
    /// As the language has it.
    case natural = 4
}

/// What becomes of text that has no room. Apple: since iOS 6.0.
public enum NSLineBreakMode: Int, Sendable {
    /// It goes on in the next line, between words.
    case byWordWrapping = 0
    /// It goes on in the next line, between characters.
    case byCharWrapping = 1
    /// It is cut off.
    case byClipping = 2
    /// Its beginning is left out.
    case byTruncatingHead = 3
    /// Its end is left out.
    case byTruncatingTail = 4
    /// Its middle is left out.
    case byTruncatingMiddle = 5
}

/// How a device is held. Apple: since iOS 2.0.
public enum UIDeviceOrientation: Int, Sendable {
    /// Not known.
    case unknown = 0
    /// Upright.
    case portrait = 1
    /// Upside down.
    case portraitUpsideDown = 2
    /// On its left side.
    case landscapeLeft = 3
    /// On its right side.
    case landscapeRight = 4
    /// On its back.
    case faceUp = 5
    /// On its face.
    case faceDown = 6

    /// Upright or upside down.
    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    /// On a side.
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
}

/// How an interface is turned. Apple: since iOS 2.0.
public enum UIInterfaceOrientation: Int, Sendable {
    /// Not known.
    case unknown = 0
    /// Upright.
    case portrait = 1
    /// Upside down.
    case portraitUpsideDown = 2
    /// For a device on its right side.
    case landscapeRight = 3
    /// For a device on its left side.
    case landscapeLeft = 4

    /// Upright or upside down.
    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    /// For a device on a side.
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
}

/// How an interface may be turned. Apple: since iOS 6.0.
public struct UIInterfaceOrientationMask: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Upright.
    public static let portrait = Self(rawValue: 1 << 1)
    /// Upside down.
    public static let portraitUpsideDown = Self(rawValue: 1 << 2)
    /// For a device on its right side.
    public static let landscapeRight = Self(rawValue: 1 << 3)
    /// For a device on its left side.
    public static let landscapeLeft = Self(rawValue: 1 << 4)
    /// For a device on either side.
    public static let landscape: Self = [.landscapeLeft, .landscapeRight]
    /// Each but upside down.
    public static let allButUpsideDown: Self = [.portrait, .landscape]
    /// Each.
    public static let all: Self = [.portrait, .landscape, .portraitUpsideDown]
}

/// How the status bar looks. Apple: since iOS 2.0.
public enum UIStatusBarStyle: Int, Sendable {
    /// As the interface's style asks for.
    case `default` = 0
    /// Light, for dark backgrounds.
    case lightContent = 1
    /// Dark, for light backgrounds.
    case darkContent = 3
}
