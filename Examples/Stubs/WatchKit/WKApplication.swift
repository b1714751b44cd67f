// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// What the kit uses of WatchKit, by Apple's published declarations ("WKApplication",
// "WKApplicationDelegate"). Apple's requirements are optional; here the kit has them all.

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
