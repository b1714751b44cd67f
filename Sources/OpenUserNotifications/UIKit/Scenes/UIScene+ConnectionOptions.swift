// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension UIScene {
    /// Why a scene was made. Apple: since iOS 13.0.
    @MainActor
    public final class ConnectionOptions: NSObject {
        /// The response that made the scene.
        public let notificationResponse: UNNotificationResponse?
        /// The URLs to open.
        public let urlContexts: Set<UIOpenURLContext>

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
