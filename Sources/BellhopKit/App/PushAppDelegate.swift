// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if (canImport(UIKit) && !os(watchOS)) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
public import Foundation
public import UserNotificationsShim

/// An app delegate that has nothing to do but say how the app is configured.
///
/// Nothing is swizzled: an app with a delegate of its own inherits from this one, or calls
/// ``PushCenter`` at the same places. The center starts before the launch is over, by two methods,
/// so that a subclass that overrides one of them and forgets `super` still gets the tap that
/// started the app (rule `RSP-12`).
@MainActor
open class PushAppDelegate: NSObject, UIApplicationDelegate {
    /// Made at launch, from ``makeConfiguration()``.
    public private(set) lazy var push = PushCenter(makeConfiguration())

    /// What the app decides. Called once, at launch.
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
