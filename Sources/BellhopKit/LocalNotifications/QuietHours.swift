// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The hours of the day in which the app's own notifications must not disturb the person, in the
/// phone's local time.
///
/// They apply to notifications with a time. Location triggers and ``LocalTrigger/every(_:)`` have
/// no time known in advance and fire at any hour.
public struct QuietHours: Hashable, Sendable, Codable {
    /// The treatment of a notification that is due in quiet hours.
    public enum Policy: String, Hashable, Sendable, Codable {
        /// Delivers the notification when the quiet hours end.
        case postpone
        /// Delivers the notification when it is due, but silently, with the interruption level
        /// `passive`.
        case quieten
    }

    /// The start, in minutes since midnight; included in the quiet hours.
    public let startMinute: Int
    /// The end, in minutes since midnight; not included in the quiet hours. If the end is before
    /// the start, the quiet hours extend past midnight.
    public let endMinute: Int
    public let policy: Policy

    /// - Returns: `nil` when a time of day is invalid, or start and end are the same.
    public init?(
        from start: (hour: Int, minute: Int), to end: (hour: Int, minute: Int),
        _ policy: Policy = .postpone
    ) {
        let all = [start, end]
        guard all.allSatisfy({ (0...23).contains($0.hour) && (0...59).contains($0.minute) }),
            start != end
        else { return nil }
        startMinute = start.hour * 60 + start.minute
        endMinute = end.hour * 60 + end.minute
        self.policy = policy
    }

    /// Returns whether a time of day is in the quiet hours, which include the start but not the
    /// end.
    public func contains(hour: Int, minute: Int) -> Bool {
        let time = hour * 60 + minute
        return startMinute < endMinute
            ? (startMinute..<endMinute).contains(time)
            : time >= startMinute || time < endMinute
    }

    /// Returns whether the quiet hours that include a time of day end on the following day: they
    /// extend past midnight, and the time is before midnight.
    func endsOnNextDay(hour: Int, minute: Int) -> Bool {
        endMinute < startMinute && hour * 60 + minute >= startMinute
    }

    enum CodingKeys: String, CodingKey {
        case policy
        case startMinute = "start_minute"
        case endMinute = "end_minute"
    }
}
