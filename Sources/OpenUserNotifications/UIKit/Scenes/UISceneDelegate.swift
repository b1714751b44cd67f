// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The methods for a scene's life cycle. Available since iOS 13.0. Every requirement is optional:
/// its default implementation does nothing.
@preconcurrency @MainActor
public protocol UISceneDelegate: NSObjectProtocol {
    /// A scene was created; the options may contain a response to a notification.
    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions)
    /// A scene was disconnected. Never called here.
    func sceneDidDisconnect(_ scene: UIScene)
    /// A scene became active.
    func sceneDidBecomeActive(_ scene: UIScene)
    /// A scene is about to become inactive.
    func sceneWillResignActive(_ scene: UIScene)
    /// A scene is about to enter the foreground.
    func sceneWillEnterForeground(_ scene: UIScene)
    /// A scene entered the background.
    func sceneDidEnterBackground(_ scene: UIScene)
    /// The scene should open URLs. Never called here.
    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>)
    /// The person followed a link to the app or wants to continue an activity. Never called here.
    func scene(_ scene: UIScene, continue userActivity: NSUserActivity)
    /// Returns the activity from which the scene's state is restored. Never called here.
    func stateRestorationActivity(for scene: UIScene) -> NSUserActivity?
}

extension UISceneDelegate {
    public func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {
        OptionalCall.notImplemented()
    }

    public func sceneDidDisconnect(_ scene: UIScene) { OptionalCall.notImplemented() }

    public func sceneDidBecomeActive(_ scene: UIScene) { OptionalCall.notImplemented() }

    public func sceneWillResignActive(_ scene: UIScene) { OptionalCall.notImplemented() }

    public func sceneWillEnterForeground(_ scene: UIScene) { OptionalCall.notImplemented() }

    public func sceneDidEnterBackground(_ scene: UIScene) { OptionalCall.notImplemented() }

    public func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
        OptionalCall.notImplemented()
    }

    public func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
        OptionalCall.notImplemented()
    }

    public func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
        OptionalCall.notImplemented()
        return nil
    }
}
