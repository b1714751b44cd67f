// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import DeviceModel
import Foundation

extension UNNotificationRequest.Record {
    /// This request, converted to the device model's type.
    package var model: NotificationRequest {
        NotificationRequest(id: identifier, content: content.model, trigger: trigger?.model)
    }

    package init(_ request: NotificationRequest) {
        self.init(
            identifier: request.id, content: UNNotificationContent.Record(request.content),
            trigger: request.trigger.map(UNNotificationTrigger.Record.init))
    }
}

extension UNNotification.Record {
    package init(_ notification: DeliveredNotification) {
        self.init(
            date: notification.deliveredAt,
            request: UNNotificationRequest.Record(
                identifier: notification.id, content: UNNotificationContent.Record(notification),
                trigger: notification.trigger.map(UNNotificationTrigger.Record.init)))
    }
}

extension UNNotificationResponse.Record {
    package init(_ response: NotificationResponse) {
        self.init(
            notification: UNNotification.Record(response.notification),
            actionIdentifier: response.actionIdentifier, userText: response.text)
    }
}
