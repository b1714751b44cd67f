// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DemoKit
public import Foundation

#if canImport(UIKit)
public import UIKit
import UserNotifications
#else
public import OpenUserNotifications
#endif

/// Where the system starts the app.
public final class AppDelegate: NSObject, UIApplicationDelegate {
    let model: AppModel
    /// The center holds its delegate weakly; this keeps it alive.
    private let notificationDelegate: NotificationDelegate
    private let services: AppServices
    private var work: [Task<Void, Never>] = []

    init(services: AppServices) {
        self.services = services
        model = AppModel(services)
        notificationDelegate = NotificationDelegate(model: model)
        super.init()
    }

    override public convenience init() { self.init(services: AppServices()) }

    deinit { for task in work { task.cancel() } }

    public func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        // Before the launch ends, or a tap that starts the app is lost.
        services.center.delegate = notificationDelegate
        services.center.setNotificationCategories(UNNotificationCategory.all)
        // At each launch and without permission: a token is current only for this start, and
        // silent pushes need one too.
        application.registerForRemoteNotifications()
        model.backgroundRefresh.register()
        model.calls.register()
        work = model.orders.observe()
        work.append(Task { [model] in await model.loadMessageKeys() })
        return true
    }

    public func applicationDidBecomeActive(_ application: UIApplication) {
        work.append(
            Task { [model] in
                // The person may come back from Settings.
                await model.permission.update()
                await model.settings.update()
            })
    }

    public func applicationDidEnterBackground(_ application: UIApplication) {
        model.backgroundRefresh.schedule()
    }

    public func application(
        _ application: UIApplication,
        didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
        work.append(
            Task { [model] in
                try? await model.backend.register(.device, token: deviceToken.hexadecimal)
            })
    }

    public func application(
        _ application: UIApplication,
        didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) {
        // Nothing to do: the app asks again at its next launch, and works without pushes until
        // then.
        model.settings.registrationFailed(error)
    }

    public func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult {
        await model.refresh.run().fetchResult
    }

    public func application(
        _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]
    ) -> Bool {
        model.router.open(url)
    }
}

extension Data {
    /// Lower-case digits, the form in which providers want tokens.
    var hexadecimal: String {
        map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
