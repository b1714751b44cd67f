// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension NotificationTrigger {
    /// The minimum interval of a repeating trigger, in seconds (`LCL-2`).
    public static let repeatingIntervalMin = 60.0

    /// The message with which Apple's initializer terminates the program for an invalid trigger;
    /// `nil` for a valid trigger (`LCL-2`).
    public var misuse: String? {
        guard case .interval(let seconds, let repeats) = self else { return nil }
        if !(seconds > 0 && seconds.isFinite) { return "time interval must be greater than 0" }
        if repeats, seconds < Self.repeatingIntervalMin {
            return "time interval must be at least 60 if repeating"
        }
        return nil
    }

    /// Returns when the trigger fires first if it is scheduled now (`LCL-3`, `LCL-4`, `LCL-7`);
    /// `nil` when it has no date or its date never comes.
    ///
    /// - Parameter timeZone: The phone's time zone, for a trigger without its own time zone; a name
    ///   that the system does not know means GMT.
    func firstDate(after now: Date, timeZone: String, choices: DeviceChoices) -> Date? {
        switch self {
        case .push, .location: return nil
        case .interval(let seconds, _): return misuse == nil ? now + seconds : nil
        case .calendar(let match, _):
            let clock =
                match.timeZone.map { WallClock(named: $0) }
                ?? WallClock(named: timeZone) ?? WallClock(named: "GMT")
            guard let clock else { return nil }
            return match.next(
                after: now, on: clock, repeatedHourFiresFirst: choices.repeatedHourFiresFirst)
        }
    }

    /// Returns when the trigger fires next after it fired at a date (`LCL-22`). Dates that are
    /// already past are skipped; the dates of an interval stay multiples of the interval after
    /// `last`.
    func nextDate(
        afterFiring last: Date, at now: Date, timeZone: String, choices: DeviceChoices
    ) -> Date? {
        guard repeats else { return nil }
        guard case .interval(let seconds, _) = self else {
            return firstDate(after: max(last, now), timeZone: timeZone, choices: choices)
        }
        guard misuse == nil else { return nil }
        let missed = max(0, (now.timeIntervalSince(last) / seconds).rounded(.down))
        let next = last + (missed + 1) * seconds
        return next > now ? next : next + seconds
    }

    /// Whether the trigger's dates depend on the phone's time zone (`LCL-8`).
    var floats: Bool {
        if case .calendar(let match, _) = self { match.timeZone == nil } else { false }
    }
}
