// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Determines the start and end of days, and the instants of times of day, in a phone's time zone.
struct PhoneDay {
    private static let seconds = CivilDay.secondCount

    /// The clock of the time zone; `nil` means GMT.
    private let clock: WallClock?

    /// - Parameter timeZone: An IANA name; an unknown name means GMT.
    init(timeZone: String) { clock = WallClock(named: timeZone) }

    /// Returns the last midnight that is not after a date.
    func start(of date: Date) -> Date { time(0, onDay: day(of: date)) }

    /// Returns the first midnight after a date.
    func end(of date: Date) -> Date { time(0, onDay: day(of: date) + 1) }

    /// Returns the first instant after a date at which the local time is one of the given times of
    /// day, in minutes since midnight; `nil` for an empty list. For a time that the clocks skip,
    /// the instant is the first one after the gap; a time that occurs twice is used only once.
    func next(of minutes: [Int], after date: Date) -> Date? {
        let today = day(of: date)
        let times = minutes.flatMap { [time($0, onDay: today), time($0, onDay: today + 1)] }
        return times.filter { $0 > date }.min()
    }

    /// Returns the number of days since 1970 in local time.
    private func day(of date: Date) -> Int {
        let bounds = Date.checkedEpochSeconds
        let seconds = min(max(date.timeIntervalSince1970, bounds.lowerBound), bounds.upperBound)
        let instant = Int(saturating: seconds, rounded: .down)
        let wall = instant + (clock?.offset(at: instant) ?? 0)
        return Int(saturating: Double(wall) / Double(Self.seconds), rounded: .down)
    }

    private func time(_ minutes: Int, onDay day: Int) -> Date {
        let wall = day * Self.seconds + minutes * 60
        let instant =
            switch clock?.reading(of: wall) {
            case .once(let instant), .twice(let instant, _, _), .never(let instant, _): instant
            case nil: wall
            }
        return Date(epochSeconds: instant)
    }
}
