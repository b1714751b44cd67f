// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A delivered notification. Available since iOS 10.0.
public class UNNotification: ValueObject, RecordBacked, @unchecked Sendable {
    /// The stored values of a notification.
    public struct Record: ValueRecord {
        package var date: Date
        package var request: UNNotificationRequest.Record

        package init(date: Date, request: UNNotificationRequest.Record) {
            self.date = date
            self.request = request
        }
    }

    /// The time of delivery.
    public var date: Date { record.date }

    /// The request that was delivered.
    public var request: UNNotificationRequest { UNNotificationRequest(record: record.request) }
}
