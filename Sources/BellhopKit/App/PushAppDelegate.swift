// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if (canImport(UIKit) && !os(watchOS)) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
public import Foundation
public import UserNotificationsShim

/// An app delegate whose subclasses only have to provide the app's configuration.
///
/// Nothing is swizzled: an app that needs its own delegate derives it from this class, or calls
/// ``PushCenter`` from the same methods. Both launch methods, `willFinishLaunching` and
/// `didFinishLaunching`, start the center. A subclass that overrides one of them and forgets
/// `super` therefore still gets the tap that started the app (rule `RSP-12`).
@MainActor
open class PushAppDelegate: NSObject, UIApplicationDelegate {
    /// The app's push center, created at launch from ``makeConfiguration()``.
    public private(set) lazy var push = PushCenter(makeConfiguration())

    /// Returns the app's configuration. Called once, at launch.
    open func makeConfiguration() -> PushConfiguration {
        PushConfiguration(backend: InMemoryBackend())
    }

    open func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        push.start(application)
        return true
    }

    open func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        push.start(application)
        return true
    }

    open func application(
        _ application: UIApplication,
        didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
        push.registration.didRegister(deviceToken)
    }

    /// Records that the system provided no token for the app; ``PushRegistration/status`` gives the
    /// reason (rule `REG-11`).
    open func application(
        _ application: UIApplication,
        didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {
        push.registration.didFailToRegister(error)
    }

    /// Handles a push with `content-available`, whether it is a background push or also shows
    /// something.
    open func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
        push.didReceiveRemoteNotification(
            userInfo, fetchCompletionHandler: completionHandler)
    }
}
#endif
