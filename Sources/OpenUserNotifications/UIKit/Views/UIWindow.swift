// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What holds an app's views. Apple: since iOS 2.0.
@preconcurrency @MainActor
open class UIWindow: UIView {
    /// Which window is in front. Apple: since iOS 2.0.
    public struct Level: RawRepresentable, Hashable, Comparable, Sendable {
        public var rawValue: CGFloat

        public init(rawValue: CGFloat) { self.rawValue = rawValue }

        /// A level.
        public init(_ rawValue: CGFloat) { self.rawValue = rawValue }

        public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }

        /// As usual.
        public static let normal = Self(0)
        /// In front of the status bar.
        public static let statusBar = Self(1_000)
        /// In front of everything.
        public static let alert = Self(2_000)

        public static func + (level: Self, distance: CGFloat) -> Self {
            Self(level.rawValue + distance)
        }

        public static func - (level: Self, distance: CGFloat) -> Self {
            Self(level.rawValue - distance)
        }
    }

    /// The controller of what is shown.
    open var rootViewController: UIViewController? {
        didSet { rootViewController?.loadViewIfNeeded() }
    }
    /// The scene it belongs to. Since iOS 13.0.
    open weak var windowScene: UIWindowScene?
    /// Whether it was made visible and takes events.
    public private(set) var isKeyWindow = false
    /// How far in front it is.
    open var windowLevel = Level.normal
    /// The phone's screen.
    open var screen: UIScreen = .main

    /// A window in a scene.
    public init(windowScene: UIWindowScene) {
        super.init(frame: windowScene.coordinateBounds)
        self.windowScene = windowScene
        windowScene.windows.append(self)
    }

    /// A window.
    public override init(frame: CGRect) { super.init(frame: frame) }

    /// Archives of windows are not read.
    public required init?(coder: NSCoder) { return nil }

    open override class func appearance() -> UIWindow { UIWindow(frame: .zero) }

    /// Takes events.
    open func makeKey() {
        for window in windowScene?.windows ?? [] where window !== self {
            window.isKeyWindow = false
        }
        isKeyWindow = true
        PhoneContext.current.keyWindow = self
    }

    /// Shows the window in front.
    open func makeKeyAndVisible() {
        isHidden = false
        makeKey()
    }
}
