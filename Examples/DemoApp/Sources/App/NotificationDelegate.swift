// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DemoKit
import Foundation

#if canImport(UIKit)
import UserNotifications
#else
import OpenUserNotifications
#endif

/// Hears from the notification center. The center calls from any queue, so the methods take values
/// out of Apple's objects and hand those to the main actor.
final class NotificationDelegate: NSObject, UNUserNotificationCenterDelegate, Sendable {
    private let model: AppModel

    init(model: AppModel) {
        self.model = model
        super.init()
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        let content = notification.request.content
        let payload = PushPayload(content.userInfo)
        let isVisible = await model.arrivedInFront(payload, text: content.body)
        // The person reads this conversation right now: a banner would only cover it.
        return isVisible ? [] : [.banner, .list, .sound, .badge]
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        await model.handle(NotificationAnswer(response))
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?
    ) {
        let model = model
        Task { @MainActor in model.router.open(.notificationSettings) }
    }
}
