// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The hours of the day in which the app's own notifications disturb nobody, in the phone's time.
///
/// They hold for notifications with a time. Places and ``LocalTrigger/every(_:)`` are not known in
/// advance and come at any hour.
public struct QuietHours: Hashable, Sendable, Codable {
    /// What becomes of a notification that falls into them.
    public enum Policy: String, Hashable, Sendable, Codable {
        /// It comes when they are over.
        case postpone
        /// It comes in time, without sound, at the level `passive`.
        case quieten
    }

    /// Minutes since midnight; quiet from here on.
    public let startMinute: Int
    /// Minutes since midnight; not quiet any more. May be before the start: the night.
    public let endMinute: Int
    public let policy: Policy

    /// - Returns: `nil` when there is no such time of day, or start and end are the same.
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

    /// Whether a time of day is quiet; the start is, the end is not.
    public func contains(hour: Int, minute: Int) -> Bool {
        let time = hour * 60 + minute
        return startMinute < endMinute
            ? (startMinute..<endMinute).contains(time)
            : time >= startMinute || time < endMinute
    }

    /// Whether a quiet time of day is before midnight of hours that end after it.
    func endsOnNextDay(hour: Int, minute: Int) -> Bool {
        endMinute < startMinute && hour * 60 + minute >= startMinute
    }

    enum CodingKeys: String, CodingKey {
        case policy
        case startMinute = "start_minute"
        case endMinute = "end_minute"
    }
}
