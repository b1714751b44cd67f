// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Due when the calendar matches. Apple: since iOS 10.0.
public class UNCalendarNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    /// Due when the given components match.
    public convenience init(dateMatching dateComponents: DateComponents, repeats: Bool) {
        self.init(record: Record(kind: .calendar(dateComponents), repeats: repeats))
    }

    /// What has to match.
    public var dateComponents: DateComponents {
        guard case .calendar(let components) = record.kind else { return DateComponents() }
        return components
    }

    /// When it is due next; nil when that never happens again.
    public func nextTriggerDate() -> Date? {
        PhoneContext.current.services.nextDate(of: record)
    }
}
