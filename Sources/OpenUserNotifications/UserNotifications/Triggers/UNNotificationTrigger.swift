// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// When a notification is due. Apple: since iOS 10.0. Apps use one of its subclasses.
public class UNNotificationTrigger: ValueObject, RecordBacked, @unchecked Sendable {
    /// The values of a trigger of any kind.
    public struct Record: ValueRecord {
        package var kind: Kind
        package var repeats: Bool

        package init(kind: Kind, repeats: Bool) {
            self.kind = kind
            self.repeats = repeats
        }

        /// What makes it due.
        package enum Kind: Codable, Hashable, Sendable {
            case push
            /// Seconds from the moment the request is added.
            case timeInterval(TimeInterval)
            case calendar(DateComponents)
            case location(CLRegion.Record)
        }

        /// The trigger in Apple's class for its kind.
        package var object: UNNotificationTrigger {
            switch kind {
            case .push: UNPushNotificationTrigger(record: self)
            case .timeInterval: UNTimeIntervalNotificationTrigger(record: self)
            case .calendar: UNCalendarNotificationTrigger(record: self)
            case .location: UNLocationNotificationTrigger(record: self)
            }
        }
    }

    /// Whether it is due again and again.
    public var repeats: Bool { record.repeats }
}
