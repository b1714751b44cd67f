// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The person's response to a notification. Available since iOS 10.0.
public class UNNotificationResponse: ValueObject, RecordBacked, @unchecked Sendable {
    /// The stored values of a response.
    public struct Record: ValueRecord {
        package var notification: UNNotification.Record
        package var actionIdentifier: String
        /// The text that the person entered; `nil` for an action without a text field.
        package var userText: String?

        package init(
            notification: UNNotification.Record, actionIdentifier: String, userText: String? = nil
        ) {
            self.notification = notification
            self.actionIdentifier = actionIdentifier
            self.userText = userText
        }

        /// An instance of Apple's class for this kind of response.
        package var object: UNNotificationResponse {
            userText == nil
                ? UNNotificationResponse(record: self)
                : UNTextInputNotificationResponse(record: self)
        }
    }

    /// The notification to which the person responded.
    public var notification: UNNotification { UNNotification(record: record.notification) }

    /// The identifier of the action: one of the app's actions,
    /// ``UNNotificationDefaultActionIdentifier`` or ``UNNotificationDismissActionIdentifier``.
    public var actionIdentifier: String { record.actionIdentifier }
}
