// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The methods for the life cycle of a scene with windows. Available since iOS 13.0.
@preconcurrency @MainActor
public protocol UIWindowSceneDelegate: UISceneDelegate {
    /// The scene's window.
    var window: UIWindow? { get set }
    /// The person chose a quick action of the icon while the app was running. Never called here.
    func windowScene(
        _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
        completionHandler: @escaping (Bool) -> Void)
}

extension UIWindowSceneDelegate {
    public var window: UIWindow? {
        get { nil }
        set {}
    }

    public func windowScene(
        _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
        completionHandler: @escaping (Bool) -> Void
    ) {
        if !OptionalCall.notImplemented() { completionHandler(false) }
    }
}

extension UIWindowSceneDelegate where Self: UIApplicationDelegate {
    /// The default implementation for a class that is both an app delegate and a scene delegate.
    /// The value is always `nil`; setting the property has no effect.
    public var window: UIWindow? {
        get { nil }
        set {}
    }
}
