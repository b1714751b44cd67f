// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the person did with a notification. Apple: since iOS 10.0.
public class UNNotificationResponse: ValueObject, RecordBacked, @unchecked Sendable {
    /// The values of a response.
    public struct Record: ValueRecord {
        package var notification: UNNotification.Record
        package var actionIdentifier: String
        /// The text of a text field; nil for any other action.
        package var userText: String?

        package init(
            notification: UNNotification.Record, actionIdentifier: String, userText: String? = nil
        ) {
            self.notification = notification
            self.actionIdentifier = actionIdentifier
            self.userText = userText
        }

        /// The response in Apple's class for its kind.
        package var object: UNNotificationResponse {
            userText == nil
                ? UNNotificationResponse(record: self)
                : UNTextInputNotificationResponse(record: self)
        }
    }

    /// The notification.
    public var notification: UNNotification { UNNotification(record: record.notification) }

    /// The action: one of the app's, ``UNNotificationDefaultActionIdentifier`` or
    /// ``UNNotificationDismissActionIdentifier``.
    public var actionIdentifier: String { record.actionIdentifier }
}
