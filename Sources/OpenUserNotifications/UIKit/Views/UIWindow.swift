// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A window that contains an app's views. Available since iOS 2.0.
@preconcurrency @MainActor
open class UIWindow: UIView {
    /// The level of a window, which determines whether the window is in front of or behind other
    /// windows. Available since iOS 2.0.
    public struct Level: RawRepresentable, Hashable, Comparable, Sendable {
        public var rawValue: CGFloat

        public init(rawValue: CGFloat) { self.rawValue = rawValue }

        /// Creates a level.
        public init(_ rawValue: CGFloat) { self.rawValue = rawValue }

        public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }

        /// The default level.
        public static let normal = Self(0)
        /// The level of the status bar.
        public static let statusBar = Self(1_000)
        /// The level of alerts, in front of everything else.
        public static let alert = Self(2_000)

        public static func + (level: Self, distance: CGFloat) -> Self {
            Self(level.rawValue + distance)
        }

        public static func - (level: Self, distance: CGFloat) -> Self {
            Self(level.rawValue - distance)
        }
    }

    /// The view controller of the window's content.
    open var rootViewController: UIViewController? {
        didSet { rootViewController?.loadViewIfNeeded() }
    }
    /// The scene that contains the window. Available since iOS 13.0.
    open weak var windowScene: UIWindowScene?
    /// Whether this window receives events.
    public private(set) var isKeyWindow = false
    /// The window's level.
    open var windowLevel = Level.normal
    /// The phone's screen.
    open var screen: UIScreen = .main

    /// Creates a window in a scene.
    public init(windowScene: UIWindowScene) {
        super.init(frame: windowScene.coordinateBounds)
        self.windowScene = windowScene
        windowScene.windows.append(self)
    }

    /// Creates a window.
    public override init(frame: CGRect) { super.init(frame: frame) }

    /// Always returns `nil`: archived windows are not supported.
    public required init?(coder: NSCoder) { return nil }

    open override class func appearance() -> UIWindow { UIWindow(frame: .zero) }

    /// Makes this window the window that receives events.
    open func makeKey() {
        for window in windowScene?.windows ?? [] where window !== self {
            window.isKeyWindow = false
        }
        isKeyWindow = true
        PhoneContext.current.keyWindow = self
    }

    /// Shows the window and makes it the window that receives events.
    open func makeKeyAndVisible() {
        isHidden = false
        makeKey()
    }
}
