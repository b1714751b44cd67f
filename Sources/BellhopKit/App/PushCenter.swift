// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import UserNotificationsShim

/// The notification side of an app in one object: make it with the app delegate, and tell it what
/// UIKit tells the delegate. ``PushAppDelegate`` does so.
@MainActor
public final class PushCenter: NSObject {
    public let configuration: PushConfiguration
    public let context: AppContext
    public let registration: Registration
    private let center: UNUserNotificationCenter

    /// - Parameters:
    ///   - context: the running app's unless told otherwise.
    ///   - center: the running app's unless told otherwise.
    public init(
        _ configuration: PushConfiguration, context: AppContext? = nil,
        center: UNUserNotificationCenter = .current()
    ) {
        self.configuration = configuration
        self.center = center
        let context = context ?? .current(appGroup: configuration.appGroup)
        self.context = context
        registration = Registration(backend: configuration.backend, context: context)
        super.init()
    }

    #if canImport(UIKit) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
    /// To be called before the launch is over: a delegate set later misses the tap that started the
    /// app (rule `RSP-12`).
    public func start(_ application: UIApplication) {
        center.delegate = self
        application.registerForRemoteNotifications()
    }
    #endif

    private func handle(_ message: PushMessage) { configuration.router?.open(message) }
}

extension PushCenter: UNUserNotificationCenterDelegate {
    public nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        let payload = PushPayload(response.notification.request.content.userInfo)
        await handle(PushMessage(payload, origin: .response))
    }
}
