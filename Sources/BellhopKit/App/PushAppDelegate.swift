// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if (canImport(UIKit) && !os(watchOS)) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
public import Foundation
public import UserNotificationsShim

/// An app delegate whose subclasses only have to provide the app's configuration.
///
/// Nothing is swizzled: an app with a delegate of its own inherits from this one, or calls
/// ``PushCenter`` from the same methods. Two methods start the center before the launch ends, so
/// that a subclass that overrides one of them and forgets `super` still gets the tap that started
/// the app (rule `RSP-12`).
@MainActor
open class PushAppDelegate: NSObject, UIApplicationDelegate {
    /// Made at launch, from ``makeConfiguration()``.
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

    /// The system has no token for the app; ``PushRegistration/status`` says why (rule `REG-11`).
    open func application(
        _ application: UIApplication,
        didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {
        push.registration.didFailToRegister(error)
    }

    /// UIKit calls it for background pushes, and for others with `content-available`.
    open func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
        push.didReceiveRemoteNotification(
            userInfo, fetchCompletionHandler: completionHandler)
    }
}
#endif
