// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The days of a phone, and times of day on them.
struct PhoneDay {
    private static let seconds = CivilDay.secondCount

    /// `nil` shows GMT.
    private let clock: WallClock?

    /// - Parameter timeZone: an IANA name; an unknown one is GMT.
    init(timeZone: String) { clock = WallClock(named: timeZone) }

    /// Midnight before or at a date.
    func start(of date: Date) -> Date { time(0, onDay: day(of: date)) }

    /// The next midnight.
    func end(of date: Date) -> Date { time(0, onDay: day(of: date) + 1) }

    /// The first of some times of day, in minutes since midnight, after a date; `nil` when there
    /// are none. A time that the clocks skip counts as the first one after; one that they repeat
    /// comes once.
    func next(of minutes: [Int], after date: Date) -> Date? {
        let today = day(of: date)
        let times = minutes.flatMap { [time($0, onDay: today), time($0, onDay: today + 1)] }
        return times.filter { $0 > date }.min()
    }

    /// How many days since 1970 the wall shows.
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
