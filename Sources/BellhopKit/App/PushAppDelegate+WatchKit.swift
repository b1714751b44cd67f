// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if os(watchOS)
public import Foundation
public import WatchKit

/// The app delegate for a Watch; a subclass only has to provide the app's configuration.
@available(watchOSApplicationExtension, unavailable)
@MainActor
open class PushAppDelegate: NSObject, WKApplicationDelegate {
    /// The app's push center, created at launch from ``makeConfiguration()``.
    public private(set) lazy var push = PushCenter(makeConfiguration())

    /// Returns the app's configuration. Called once, at launch.
    open func makeConfiguration() -> PushConfiguration {
        PushConfiguration(backend: InMemoryBackend())
    }

    open func applicationDidFinishLaunching() {
        push.start()
        WKApplication.shared().registerForRemoteNotifications()
    }

    open func applicationDidBecomeActive() { push.didBecomeActive() }

    open func applicationDidEnterBackground() { push.didEnterBackground() }

    open func didRegisterForRemoteNotifications(withDeviceToken deviceToken: Data) {
        push.registration.didRegister(deviceToken)
    }

    open func didFailToRegisterForRemoteNotificationsWithError(_ error: any Error) {
        push.registration.didFailToRegister(error)
    }

    open func didReceiveRemoteNotification(
        _ userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (WKBackgroundFetchResult) -> Void
    ) {
        let completion = CompletionOnce(completionHandler)
        let payload = PushPayload(userInfo)
        push.run { push in
            switch await push.didReceiveRemoteNotification(payload) {
            case .newData: completion(.newData)
            case .noData: completion(.noData)
            case .failed: completion(.failed)
            }
        }
    }
}
#endif
