// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension UIScene {
    /// Why a scene was made. Apple: since iOS 13.0.
    @preconcurrency @MainActor
    public final class ConnectionOptions: NSObject {
        /// The response that made the scene.
        public let notificationResponse: UNNotificationResponse?
        /// The URLs to open.
        public let urlContexts: Set<UIOpenURLContext>
        /// The line of the menu on the icon that made the scene: none.
        public var shortcutItem: UIApplicationShortcutItem? { nil }
        /// What the person goes on with, for instance links: nothing.
        public var userActivities: Set<NSUserActivity> { [] }
        /// The type of what another device hands over: nothing.
        public var handoffUserActivityType: String? { nil }
        /// The app that opened this one: none.
        public var sourceApplication: String? { nil }

        package init(
            notificationResponse: UNNotificationResponse? = nil,
            urlContexts: Set<UIOpenURLContext> = []
        ) {
            self.notificationResponse = notificationResponse
            self.urlContexts = urlContexts
            super.init()
        }
    }
}
