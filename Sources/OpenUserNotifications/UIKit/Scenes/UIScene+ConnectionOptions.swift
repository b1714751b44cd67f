// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension UIScene {
    /// The reasons why a scene was created. Available since iOS 13.0.
    @preconcurrency @MainActor
    public final class ConnectionOptions: NSObject {
        /// The response for which the scene was created.
        public let notificationResponse: UNNotificationResponse?
        /// The URLs to open.
        public let urlContexts: Set<UIOpenURLContext>
        /// The quick action for which the scene was created; always `nil`.
        public var shortcutItem: UIApplicationShortcutItem? { nil }
        /// The activities that the person continues, for instance links; always empty.
        public var userActivities: Set<NSUserActivity> { [] }
        /// The type of the activity that another device hands off; always `nil`.
        public var handoffUserActivityType: String? { nil }
        /// The bundle identifier of the app that opened this app; always `nil`.
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
