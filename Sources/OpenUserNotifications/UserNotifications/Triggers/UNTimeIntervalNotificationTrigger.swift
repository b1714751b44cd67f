// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Due after a time. Apple: since iOS 10.0.
public class UNTimeIntervalNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    /// Due after a time.
    ///
    /// Apple's framework raises an exception for a time that is not above 0, or below 60 with
    /// `repeats`. Here such a trigger is made, and adding a request with it fails with
    /// ``UNError`` `notificationInvalidNoDate`.
    ///
    /// - Parameter timeInterval: seconds from the moment the request is added.
    public convenience init(timeInterval: TimeInterval, repeats: Bool) {
        self.init(record: Record(kind: .timeInterval(timeInterval), repeats: repeats))
    }

    /// Seconds.
    public var timeInterval: TimeInterval {
        guard case .timeInterval(let seconds) = record.kind else { return 0 }
        return seconds
    }

    /// When it would be due if it were added now; nil for a time that cannot be used.
    public func nextTriggerDate() -> Date? {
        PhoneContext.current.services.nextDate(of: record)
    }
}
