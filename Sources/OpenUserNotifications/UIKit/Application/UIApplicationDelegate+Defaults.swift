// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension UIApplicationDelegate {
    /// Allows `@main` to compile. Outside of Apple's systems, there is no run loop to enter, so
    /// this method returns immediately; tests launch the app on a virtual phone.
    public static func main() {}

    public var window: UIWindow? {
        get { nil }
        set {}
    }

    public func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        OptionalCall.notImplemented()
        return true
    }

    public func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        OptionalCall.notImplemented()
        return true
    }

    public func applicationDidBecomeActive(_ application: UIApplication) {
        OptionalCall.notImplemented()
    }

    public func applicationWillResignActive(_ application: UIApplication) {
        OptionalCall.notImplemented()
    }

    public func applicationDidEnterBackground(_ application: UIApplication) {
        OptionalCall.notImplemented()
    }

    public func applicationWillEnterForeground(_ application: UIApplication) {
        OptionalCall.notImplemented()
    }

    public func applicationWillTerminate(_ application: UIApplication) {
        OptionalCall.notImplemented()
    }

    public func application(
        _ application: UIApplication,
        didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
        OptionalCall.notImplemented()
    }

    public func application(
        _ application: UIApplication,
        didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {
        OptionalCall.notImplemented()
    }

    public func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) {
        OptionalCall.notImplemented()
    }

    public func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
        if !OptionalCall.notImplemented() { completionHandler(.noData) }
    }

    public func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult {
        OptionalCall.notImplemented()
        return .noData
    }

    public func application(
        _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]
    ) -> Bool {
        OptionalCall.notImplemented()
        return false
    }

    public func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool {
        OptionalCall.notImplemented()
        return false
    }

    public func application(
        _ application: UIApplication,
        configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        OptionalCall.notImplemented()
        return connectingSceneSession.configuration
    }

    public func application(
        _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>
    ) {
        OptionalCall.notImplemented()
    }

    public func application(
        _ application: UIApplication, performActionFor shortcutItem: UIApplicationShortcutItem,
        completionHandler: @escaping (Bool) -> Void
    ) {
        if !OptionalCall.notImplemented() { completionHandler(false) }
    }

    public func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler:
            @escaping (UIBackgroundFetchResult) -> Void
    ) {
        if !OptionalCall.notImplemented() { completionHandler(.noData) }
    }

    public func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping () -> Void
    ) {
        if !OptionalCall.notImplemented() { completionHandler() }
    }

    public func application(
        _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
    ) -> UIInterfaceOrientationMask {
        OptionalCall.notImplemented()
        return .allButUpsideDown
    }

    public func applicationDidReceiveMemoryWarning(_ application: UIApplication) {
        OptionalCall.notImplemented()
    }

    public func application(
        _ application: UIApplication,
        shouldAllowExtensionPointIdentifier extensionPointIdentifier:
            UIApplication.ExtensionPointIdentifier
    ) -> Bool {
        OptionalCall.notImplemented()
        return true
    }
}
