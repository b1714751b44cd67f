// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
public import Foundation
public import UserNotificationsShim

/// An app delegate that has nothing to do but say how the app is configured.
///
/// Nothing is swizzled: an app with a delegate of its own inherits from this one, or calls
/// ``PushCenter`` at the same places.
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
}
#endif
