// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if os(macOS) && canImport(UserNotifications) && !BELLHOP_VIRTUAL_PHONE
public import AppKit

/// The app delegate for a Mac; a subclass only has to provide the app's configuration.
@MainActor
open class PushAppDelegate: NSObject, NSApplicationDelegate {
    /// The app's push center, created at launch from ``makeConfiguration()``.
    public private(set) lazy var push = PushCenter(makeConfiguration())

    /// Returns the app's configuration. Called once, at launch.
    open func makeConfiguration() -> PushConfiguration {
        PushConfiguration(backend: InMemoryBackend())
    }

    open func applicationWillFinishLaunching(_ notification: Notification) { push.start() }

    open func applicationDidFinishLaunching(_ notification: Notification) {
        push.start()
        (notification.object as? NSApplication)?.registerForRemoteNotifications()
    }

    open func applicationDidBecomeActive(_ notification: Notification) { push.didBecomeActive() }

    open func applicationDidResignActive(_ notification: Notification) {
        push.didEnterBackground()
    }

    open func application(
        _ application: NSApplication,
        didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
        push.registration.didRegister(deviceToken)
    }

    open func application(
        _ application: NSApplication,
        didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {
        push.registration.didFailToRegister(error)
    }

    /// Handles a remote notification. Unlike iOS, macOS does not wait for a fetch result.
    open func application(
        _ application: NSApplication, didReceiveRemoteNotification userInfo: [String: Any]
    ) {
        let payload = PushPayload(userInfo)
        push.run { _ = await $0.didReceiveRemoteNotification(payload) }
    }
}
#endif
