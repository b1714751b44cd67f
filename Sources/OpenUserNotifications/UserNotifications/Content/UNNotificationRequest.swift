// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A request for a notification: its content, its trigger, and an identifier by which the request
/// can be replaced or removed. Available since iOS 10.0.
public class UNNotificationRequest: ValueObject, RecordBacked, @unchecked Sendable {
    /// The stored values of a request.
    public struct Record: ValueRecord {
        package var identifier: String
        package var content: UNNotificationContent.Record
        package var trigger: UNNotificationTrigger.Record?

        package init(
            identifier: String, content: UNNotificationContent.Record,
            trigger: UNNotificationTrigger.Record? = nil
        ) {
            self.identifier = identifier
            self.content = content
            self.trigger = trigger
        }
    }

    /// Creates a request with a copy of the content.
    ///
    /// - Parameter trigger: the condition for delivery; `nil` means that the request is delivered
    ///   immediately.
    public convenience init(
        identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?
    ) {
        self.init(
            record: Record(
                identifier: identifier, content: content.record, trigger: trigger?.record))
    }

    /// The identifier. A request that the app adds later with the same identifier replaces this
    /// request.
    public var identifier: String { record.identifier }

    /// The notification's content.
    public var content: UNNotificationContent { UNNotificationContent(record: record.content) }

    /// The condition for delivery; `nil` means that the request is delivered immediately.
    public var trigger: UNNotificationTrigger? { record.trigger?.object }
}
