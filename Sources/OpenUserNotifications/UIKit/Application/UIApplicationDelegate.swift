// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The methods by which the system informs an app. Available since iOS 2.0.
///
/// Every requirement is optional: its default implementation does nothing.
@preconcurrency @MainActor
public protocol UIApplicationDelegate: NSObjectProtocol {
    /// The app's window, in apps without scenes.
    var window: UIWindow? { get set }

    /// The launch begins. If a push launched the app, the value of the option `remoteNotification`
    /// is the push's payload.
    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool

    /// The launch is nearly finished. This is the last moment to set the notification center's
    /// delegate.
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool

    /// The app became active.
    func applicationDidBecomeActive(_ application: UIApplication)

    /// The app is about to become inactive.
    func applicationWillResignActive(_ application: UIApplication)

    /// The app entered the background.
    func applicationDidEnterBackground(_ application: UIApplication)

    /// The app is about to enter the foreground.
    func applicationWillEnterForeground(_ application: UIApplication)

    /// The app is about to terminate.
    func applicationWillTerminate(_ application: UIApplication)

    /// The app received a device token from APNs.
    func application(
        _ application: UIApplication,
        didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)

    /// The registration with APNs failed.
    func application(
        _ application: UIApplication,
        didFailToRegisterForRemoteNotificationsWithError error: any Error)

    /// A push arrived. Deprecated in iOS 10.0.
    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any])

    /// A push with `content-available` arrived; the handler must be called within 30 seconds.
    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void)

    /// A push with `content-available` arrived.
    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult

    /// The app should open a URL. Never called here.
    func application(
        _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool

    /// The person followed a link to the app or wants to continue an activity. Never called here.
    func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool

    /// The system is about to create a scene. Returns the scene's configuration.
    func application(
        _ application: UIApplication,
        configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration

    /// The person closed scenes. Never called here.
    func application(
        _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>)

    /// The person chose a quick action of the icon while the app was running. Available since iOS
    /// 9.0. Never called here.
    func application(
        _ application: UIApplication, performActionFor shortcutItem: UIApplicationShortcutItem,
        completionHandler: @escaping (Bool) -> Void)

    /// The app may fetch data in the background. Deprecated in iOS 13.0. Never called here: the
    /// phone wakes apps through ``BGTaskScheduler``.
    func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler:
            @escaping (UIBackgroundFetchResult) -> Void)

    /// Background transfers have ended. Available since iOS 7.0. Never called here.
    func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping () -> Void)

    /// Returns the orientations that a window supports. Available since iOS 6.0. Never called here.
    func application(
        _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
    ) -> UIInterfaceOrientationMask

    /// Memory is low. Never called here.
    func applicationDidReceiveMemoryWarning(_ application: UIApplication)

    /// Returns whether another app's extension may be used. Available since iOS 8.0. Never called
    /// here.
    func application(
        _ application: UIApplication,
        shouldAllowExtensionPointIdentifier extensionPointIdentifier:
            UIApplication.ExtensionPointIdentifier
    ) -> Bool
}
