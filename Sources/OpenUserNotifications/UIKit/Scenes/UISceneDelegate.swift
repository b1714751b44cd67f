// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Who is told of a scene's life. Apple: since iOS 13.0. Every requirement is optional, by a
/// default that does nothing.
@preconcurrency @MainActor
public protocol UISceneDelegate: NSObjectProtocol {
    /// A scene was made; the options may hold a notification's response.
    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions)
    /// A scene was given back.
    func sceneDidDisconnect(_ scene: UIScene)
    /// A scene became active.
    func sceneDidBecomeActive(_ scene: UIScene)
    /// A scene is about to become inactive.
    func sceneWillResignActive(_ scene: UIScene)
    /// A scene is coming to the foreground.
    func sceneWillEnterForeground(_ scene: UIScene)
    /// A scene went to the background.
    func sceneDidEnterBackground(_ scene: UIScene)
    /// URLs are to be opened.
    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>)
    /// The person followed a link to the app, or goes on with what they did elsewhere. Never called
    /// here.
    func scene(_ scene: UIScene, continue userActivity: NSUserActivity)
    /// What the app goes on with when the scene comes back. Never called here.
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
