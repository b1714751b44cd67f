// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A content, when it is due, and a name to replace or remove it by. Apple: since iOS 10.0.
public class UNNotificationRequest: ValueObject, RecordBacked, @unchecked Sendable {
    /// The values of a request.
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

    /// Takes a copy of the content.
    ///
    /// - Parameter trigger: when it is due; nil means at once.
    public convenience init(
        identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?
    ) {
        self.init(
            record: Record(
                identifier: identifier, content: content.record, trigger: trigger?.record))
    }

    /// The name; a request with the same name replaces this one.
    public var identifier: String { record.identifier }

    /// What is shown.
    public var content: UNNotificationContent { UNNotificationContent(record: record.content) }

    /// When it is due; nil means at once.
    public var trigger: UNNotificationTrigger? { record.trigger?.object }
}
