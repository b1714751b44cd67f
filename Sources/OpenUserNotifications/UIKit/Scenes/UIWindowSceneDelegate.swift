// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Who is told of the life of a scene with windows. Apple: since iOS 13.0.
@preconcurrency @MainActor
public protocol UIWindowSceneDelegate: UISceneDelegate {
    /// The scene's window.
    var window: UIWindow? { get set }
    /// A line of the menu on the icon was chosen while the app ran. Never called here.
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
    /// The window of a class that is both delegates.
    public var window: UIWindow? {
        get { nil }
        set {}
    }
}
