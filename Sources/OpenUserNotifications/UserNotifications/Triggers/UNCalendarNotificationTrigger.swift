// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A trigger that fires when the date matches. Available since iOS 10.0.
public class UNCalendarNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    /// Creates a trigger that fires when the date matches the components.
    public convenience init(dateMatching dateComponents: DateComponents, repeats: Bool) {
        self.init(record: Record(kind: .calendar(dateComponents), repeats: repeats))
    }

    /// The components that must match.
    public var dateComponents: DateComponents {
        guard case .calendar(let components) = record.kind else { return DateComponents() }
        return components
    }

    /// Returns the next date at which the trigger fires, or `nil` when there is none.
    public func nextTriggerDate() -> Date? {
        PhoneContext.current.services.nextDate(of: record)
    }
}
