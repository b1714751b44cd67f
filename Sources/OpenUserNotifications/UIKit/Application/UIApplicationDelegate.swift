// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What an app is told by the system. Apple: since iOS 2.0.
///
/// Every requirement is optional, by a default that does nothing.
@preconcurrency @MainActor
public protocol UIApplicationDelegate: NSObjectProtocol {
    /// The app's window, in apps without scenes.
    var window: UIWindow? { get set }

    /// The launch begins. The value `remoteNotification` of the options is the payload of a push.
    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool

    /// The launch is nearly over: the last moment to set the notification center's delegate.
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool

    /// The app became active.
    func applicationDidBecomeActive(_ application: UIApplication)

    /// The app is about to become inactive.
    func applicationWillResignActive(_ application: UIApplication)

    /// The app went to the background.
    func applicationDidEnterBackground(_ application: UIApplication)

    /// The app is coming to the foreground.
    func applicationWillEnterForeground(_ application: UIApplication)

    /// The app is about to end.
    func applicationWillTerminate(_ application: UIApplication)

    /// APNs gave a token.
    func application(
        _ application: UIApplication,
        didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)

    /// APNs gave no token.
    func application(
        _ application: UIApplication,
        didFailToRegisterForRemoteNotificationsWithError error: any Error)

    /// A push arrived. Deprecated in iOS 10.0.
    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any])

    /// A push with `content-available` arrived; the handler has to be called within 30 seconds.
    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void)

    /// A push with `content-available` arrived.
    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult

    /// The app is to open a URL.
    func application(
        _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool

    /// The person followed a link to the app, or goes on with what they did elsewhere.
    func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool

    /// A scene is about to be made.
    func application(
        _ application: UIApplication,
        configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration

    /// The person closed scenes.
    func application(
        _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>)

    /// A line of the menu on the icon was chosen while the app ran. Since iOS 9.0. Never called
    /// here.
    func application(
        _ application: UIApplication, performActionFor shortcutItem: UIApplicationShortcutItem,
        completionHandler: @escaping (Bool) -> Void)

    /// The app may refresh itself. Deprecated in iOS 13.0. Never called here: the phone wakes apps
    /// by ``BGTaskScheduler``.
    func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler:
            @escaping (UIBackgroundFetchResult) -> Void)

    /// Transfers in the background have ended. Since iOS 7.0. Never called here.
    func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping () -> Void)

    /// How a window may be turned. Since iOS 6.0. Never called here.
    func application(
        _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
    ) -> UIInterfaceOrientationMask

    /// Memory is short. Never called here.
    func applicationDidReceiveMemoryWarning(_ application: UIApplication)

    /// Whether another app's extension may be used. Since iOS 8.0. Never called here.
    func application(
        _ application: UIApplication,
        shouldAllowExtensionPointIdentifier extensionPointIdentifier:
            UIApplication.ExtensionPointIdentifier
    ) -> Bool
}
