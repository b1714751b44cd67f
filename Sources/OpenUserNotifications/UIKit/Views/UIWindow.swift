// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What holds an app's views. Apple: since iOS 2.0.
@MainActor
open class UIWindow: UIView {
    /// The controller of what is shown.
    open var rootViewController: UIViewController? {
        didSet { rootViewController?.loadViewIfNeeded() }
    }
    /// The scene it belongs to. Since iOS 13.0.
    open weak var windowScene: UIWindowScene?
    /// Whether it was made visible and takes events.
    public private(set) var isKeyWindow = false

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

    /// Shows the window in front.
    open func makeKeyAndVisible() { isKeyWindow = true }
}
