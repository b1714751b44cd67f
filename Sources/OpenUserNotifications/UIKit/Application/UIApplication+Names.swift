// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension UIApplication {
    /// A URL that opens the app's page in Settings. Since iOS 8.0.
    public nonisolated static let openSettingsURLString = "app-settings:"

    /// A URL that opens the app's notification settings. Since iOS 16.0.
    public nonisolated static let openNotificationSettingsURLString = "app-settings:notifications"

    /// A URL that opens the settings of default apps. Since iOS 18.3.
    public nonisolated static let openDefaultApplicationsSettingsURLString =
        "app-settings:default-applications"

    /// The app became active.
    public nonisolated static let didBecomeActiveNotification = name("DidBecomeActive")
    /// The app is coming to the foreground.
    public nonisolated static let willEnterForegroundNotification = name("WillEnterForeground")
    /// The app went to the background.
    public nonisolated static let didEnterBackgroundNotification = name("DidEnterBackground")
    /// The app is about to become inactive.
    public nonisolated static let willResignActiveNotification = name("WillResignActive")
    /// The app is about to end.
    public nonisolated static let willTerminateNotification = name("WillTerminate")
    /// The launch is over.
    public nonisolated static let didFinishLaunchingNotification = name("DidFinishLaunching")
    /// A new day began, or the clock was set.
    public nonisolated static let significantTimeChangeNotification = name("SignificantTimeChange")
    /// Background refresh was turned on or off.
    public nonisolated static let backgroundRefreshStatusDidChangeNotification =
        name("BackgroundRefreshStatusDidChange")
    /// The phone was unlocked.
    public nonisolated static let protectedDataDidBecomeAvailableNotification =
        name("ProtectedDataDidBecomeAvailable")
    /// The phone is about to lock.
    public nonisolated static let protectedDataWillBecomeUnavailableNotification =
        name("ProtectedDataWillBecomeUnavailable")

    /// Memory is short. Never posted here.
    public nonisolated static let didReceiveMemoryWarningNotification =
        name("DidReceiveMemoryWarning")
    /// The person took a picture of the screen. Never posted here.
    public nonisolated static let userDidTakeScreenshotNotification =
        name("UserDidTakeScreenshot")

    private nonisolated static func name(_ event: String) -> Notification.Name {
        Notification.Name("UIApplication\(event)Notification")
    }
}

/// A URL that opens the app's notification settings. Since iOS 15.4; in iOS 16.0
/// ``UIApplication/openNotificationSettingsURLString`` took its place.
public let UIApplicationOpenNotificationSettingsURLString =
    UIApplication.openNotificationSettingsURLString
