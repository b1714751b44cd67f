// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
// On Linux, FoundationEssentials needs this module's data for every time zone other than GMT.
import FoundationInternationalization
#else
import Foundation
#endif

/// The local time of one time zone, in whole seconds.
struct WallClock {
    /// The instants at which a local time occurs. An instant is a number of seconds since 1970.
    enum Reading: Hashable {
        case once(Int)
        /// The clocks are put back, so the local time occurs at two instants; `end` is the first
        /// local time after the times that occur twice.
        case twice(first: Int, second: Int, end: Int)
        /// The clocks are put forward and skip the local time: the first instant after the gap, and
        /// its local time.
        case never(next: Int, wall: Int)
    }

    /// The distance before and after a local time at which the UTC offsets are looked up, in
    /// seconds. It exceeds the largest offset, which is 14 hours.
    private static let vicinity = CivilDay.secondCount
    /// An upper limit for how far the clocks are put back in one change, in seconds.
    private static let longestRepetition = 3 * 3600

    private let zone: TimeZone

    /// - Parameter name: An IANA name; the initializer returns `nil` for a name that the system
    ///   does not know.
    init?(named name: String) {
        guard !name.isEmpty, let zone = TimeZone(identifier: name) else { return nil }
        self.zone = zone
    }

    /// Returns the offset from UTC, in seconds.
    func offset(at instant: Int) -> Int {
        zone.secondsFromGMT(for: Date(epochSeconds: instant))
    }

    /// Returns the instants at which a local time occurs.
    func reading(of wall: Int) -> Reading {
        let before = offset(at: wall - Self.vicinity)
        let after = offset(at: wall + Self.vicinity)
        guard before != after else { return .once(wall - before) }
        let (early, late) = (wall - before, wall - after)
        switch (offset(at: early) == before, offset(at: late) == after) {
        case (true, true):
            let change = self.change(from: early, to: late)
            return .twice(first: early, second: late, end: change + before)
        case (true, false): return .once(early)
        case (false, true): return .once(late)
        case (false, false):
            let change = self.change(from: late, to: early)
            return .never(next: change, wall: change + after)
        }
    }

    /// Returns the next time at which the clocks are put back, if this change is so soon that the
    /// current local time will occur again.
    func repetition(after instant: Int) -> (instant: Int, wall: Int)? {
        let end = instant + Self.longestRepetition
        let later = offset(at: end)
        guard later < offset(at: instant) else { return nil }
        let change = self.change(from: instant, to: end)
        return (change, change + later)
    }

    /// Returns the first instant with the new offset. The offset must change exactly once between
    /// `start` and `end`.
    private func change(from start: Int, to end: Int) -> Int {
        let old = offset(at: start)
        var (low, high) = (start, end)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if offset(at: middle) == old { low = middle } else { high = middle }
        }
        return high
    }
}
