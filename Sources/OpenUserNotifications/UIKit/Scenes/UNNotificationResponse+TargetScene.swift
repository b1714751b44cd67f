// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension UNNotificationResponse {
    /// The scene to which the response is delivered. Available since iOS 13.0.
    @preconcurrency @MainActor public var targetScene: UIScene? {
        PhoneContext.current.scenes.first
    }
}
