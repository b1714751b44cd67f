// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A trigger that fires after a time interval. Available since iOS 10.0.
public class UNTimeIntervalNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    /// Creates a trigger that fires after a time interval.
    ///
    /// Apple's framework raises an exception if the interval is not above 0, or is below 60 with
    /// `repeats`. Here, the trigger is created, but adding a request with this trigger fails with
    /// ``UNError`` `notificationInvalidNoDate`.
    ///
    /// - Parameter timeInterval: the time between adding the request and its delivery, in seconds.
    public convenience init(timeInterval: TimeInterval, repeats: Bool) {
        self.init(record: Record(kind: .timeInterval(timeInterval), repeats: repeats))
    }

    /// The interval, in seconds.
    public var timeInterval: TimeInterval {
        guard case .timeInterval(let seconds) = record.kind else { return 0 }
        return seconds
    }

    /// Returns the date at which the trigger would fire if it were added now, or `nil` for an
    /// invalid interval.
    public func nextTriggerDate() -> Date? {
        PhoneContext.current.services.nextDate(of: record)
    }
}
