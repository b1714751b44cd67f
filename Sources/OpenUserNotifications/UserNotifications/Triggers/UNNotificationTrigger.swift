// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The condition under which a notification is delivered. Available since iOS 10.0. Apps use one of
/// the subclasses.
public class UNNotificationTrigger: ValueObject, RecordBacked, @unchecked Sendable {
    /// The stored values of a trigger of any kind.
    public struct Record: ValueRecord {
        package var kind: Kind
        package var repeats: Bool

        package init(kind: Kind, repeats: Bool) {
            self.kind = kind
            self.repeats = repeats
        }

        /// The kind of condition.
        package enum Kind: Codable, Hashable, Sendable {
            case push
            /// The number of seconds between adding the request and its delivery.
            case timeInterval(TimeInterval)
            case calendar(DateComponents)
            case location(CLRegion.Record)
        }

        /// An instance of Apple's class for this kind of trigger.
        package var object: UNNotificationTrigger {
            switch kind {
            case .push: UNPushNotificationTrigger(record: self)
            case .timeInterval: UNTimeIntervalNotificationTrigger(record: self)
            case .calendar: UNCalendarNotificationTrigger(record: self)
            case .location: UNLocationNotificationTrigger(record: self)
            }
        }
    }

    /// Whether the trigger fires repeatedly.
    public var repeats: Bool { record.repeats }
}
