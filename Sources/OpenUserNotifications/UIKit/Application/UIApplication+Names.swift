// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension UIApplication {
    /// A URL that opens the app's page in Settings. Available since iOS 8.0.
    public nonisolated static let openSettingsURLString = "app-settings:"

    /// A URL that opens the app's notification settings. Available since iOS 16.0.
    public nonisolated static let openNotificationSettingsURLString = "app-settings:notifications"

    /// A URL that opens the settings of default apps. Available since iOS 18.3.
    public nonisolated static let openDefaultApplicationsSettingsURLString =
        "app-settings:default-applications"

    /// Posted after the app became active.
    public nonisolated static let didBecomeActiveNotification = name("DidBecomeActive")
    /// Posted before the app enters the foreground.
    public nonisolated static let willEnterForegroundNotification = name("WillEnterForeground")
    /// Posted after the app entered the background.
    public nonisolated static let didEnterBackgroundNotification = name("DidEnterBackground")
    /// Posted before the app becomes inactive.
    public nonisolated static let willResignActiveNotification = name("WillResignActive")
    /// Posted before the app terminates.
    public nonisolated static let willTerminateNotification = name("WillTerminate")
    /// Posted after the launch.
    public nonisolated static let didFinishLaunchingNotification = name("DidFinishLaunching")
    /// Posted when a new day begins or the clock is set. Never posted here.
    public nonisolated static let significantTimeChangeNotification = name("SignificantTimeChange")
    /// Posted when background refresh is turned on or off. Never posted here.
    public nonisolated static let backgroundRefreshStatusDidChangeNotification =
        name("BackgroundRefreshStatusDidChange")
    /// Posted after the phone was unlocked. Never posted here.
    public nonisolated static let protectedDataDidBecomeAvailableNotification =
        name("ProtectedDataDidBecomeAvailable")
    /// Posted before the phone is locked. Never posted here.
    public nonisolated static let protectedDataWillBecomeUnavailableNotification =
        name("ProtectedDataWillBecomeUnavailable")

    /// Posted when memory is low. Never posted here.
    public nonisolated static let didReceiveMemoryWarningNotification =
        name("DidReceiveMemoryWarning")
    /// Posted after the person took a screenshot. Never posted here.
    public nonisolated static let userDidTakeScreenshotNotification =
        name("UserDidTakeScreenshot")

    private nonisolated static func name(_ event: String) -> Notification.Name {
        Notification.Name("UIApplication\(event)Notification")
    }
}

/// A URL that opens the app's notification settings. Available since iOS 15.4; replaced in iOS 16.0
/// by ``UIApplication/openNotificationSettingsURLString``.
public let UIApplicationOpenNotificationSettingsURLString =
    UIApplication.openNotificationSettingsURLString
