// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// A stub of the part of WatchKit that the kit uses, after Apple's published declarations
// ("WKApplication", "WKApplicationDelegate"). Apple's requirements are optional; the kit implements
// all of those declared here.

@_exported public import Foundation

public enum WKBackgroundFetchResult: UInt, Sendable {
    case newData, noData, failed
}

@MainActor
public class WKApplication: NSObject {
    public static func shared() -> WKApplication { WKApplication() }
    public func registerForRemoteNotifications() {}
}

@MainActor
public protocol WKApplicationDelegate: NSObjectProtocol {
    func applicationDidFinishLaunching()
    func applicationDidBecomeActive()
    func applicationDidEnterBackground()
    func didRegisterForRemoteNotifications(withDeviceToken deviceToken: Data)
    func didFailToRegisterForRemoteNotificationsWithError(_ error: any Error)
    func didReceiveRemoteNotification(
        _ userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (WKBackgroundFetchResult) -> Void)
}
