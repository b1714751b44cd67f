// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
// Without this module's data FoundationEssentials on Linux knows no zone but GMT.
import FoundationInternationalization
#else
import Foundation
#endif

/// What the clocks on the wall of one time zone show, in whole seconds.
struct WallClock {
    /// When a wall shows a time.
    enum Reading: Hashable {
        case once(Int)
        /// The clocks were put back: at both instants.
        case twice(first: Int, second: Int, end: Int)
        /// The clocks were put forward over it: the first instant after, and what they show then.
        case never(next: Int, wall: Int)
    }

    /// How far around a time its offsets are looked up. No offset is above 14 hours.
    private static let vicinity = CivilDay.secondCount
    /// The most by which clocks are put back at once, with room to spare.
    private static let longestRepetition = 3 * 3600

    private let zone: TimeZone

    /// - Parameter name: an IANA name; `nil` comes back for one that the system does not know.
    init?(named name: String) {
        guard !name.isEmpty, let zone = TimeZone(identifier: name) else { return nil }
        self.zone = zone
    }

    /// The offset from UTC.
    func offset(at instant: Int) -> Int {
        zone.secondsFromGMT(for: Date(epochSeconds: instant))
    }

    /// When the wall shows this.
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

    /// When the clocks are put back next, if that is so soon that what they show now comes again.
    func repetition(after instant: Int) -> (instant: Int, wall: Int)? {
        let end = instant + Self.longestRepetition
        let later = offset(at: end)
        guard later < offset(at: instant) else { return nil }
        let change = self.change(from: instant, to: end)
        return (change, change + later)
    }

    /// The first instant with the later offset, where there is one change in between.
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
