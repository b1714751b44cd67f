// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// A stub of the part of AppKit that the kit uses, after Apple's published declarations
// ("NSApplication", "NSApplicationDelegate"). Apple's requirements are optional; here they have
// default implementations.

@_exported public import Foundation

@MainActor
public class NSApplication: NSObject {
    public func registerForRemoteNotifications() {}
}

@MainActor
public protocol NSApplicationDelegate: NSObjectProtocol {
    func applicationWillFinishLaunching(_ notification: Notification)
    func applicationDidFinishLaunching(_ notification: Notification)
    func applicationDidBecomeActive(_ notification: Notification)
    func applicationDidResignActive(_ notification: Notification)
    func application(
        _ application: NSApplication,
        didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)
    func application(
        _ application: NSApplication,
        didFailToRegisterForRemoteNotificationsWithError error: any Error)
    func application(
        _ application: NSApplication, didReceiveRemoteNotification userInfo: [String: Any])
}
