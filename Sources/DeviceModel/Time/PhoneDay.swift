// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// All of Foundation: where FoundationEssentials is alone it knows no time zone but GMT.
import Foundation

/// Days and hours as the clock of a phone shows them.
struct PhoneDay: Sendable {
    static let seconds = 86_400.0

    private let zone: TimeZone

    /// - Parameter timeZone: an IANA name; an unknown one is GMT.
    init(timeZone: String) {
        zone = timeZone == "UTC" ? .gmt : TimeZone(identifier: timeZone) ?? .gmt
    }

    /// Midnight before or at a date.
    func start(of date: Date) -> Date { time(0, onDayOf: date) }

    /// The next midnight.
    func end(of date: Date) -> Date {
        // Half a day more than the longest day there is, then back to its midnight.
        time(0, onDayOf: start(of: date).addingTimeInterval(1.5 * Self.seconds))
    }

    /// The time of day, in minutes since midnight, on the day of a date. A time that the clock skips
    /// is as much later as it skips; of one that it repeats, one of both.
    func time(_ minutes: Int, onDayOf date: Date) -> Date {
        let local = date.timeIntervalSince1970 + offset(at: date)
        let midnight = (local / Self.seconds).rounded(.down) * Self.seconds
        let wanted = midnight + Double(minutes) * 60
        let guess = Date(timeIntervalSince1970: wanted - offset(at: date))
        return Date(timeIntervalSince1970: wanted - offset(at: guess))
    }

    /// The first of some times of day after a date; `nil` when there are none.
    func next(of minutes: [Int], after date: Date) -> Date? {
        let following = date.addingTimeInterval(Self.seconds)
        let times = minutes.flatMap { [time($0, onDayOf: date), time($0, onDayOf: following)] }
        return times.filter { $0 > date }.min()
    }

    private func offset(at date: Date) -> Double { Double(zone.secondsFromGMT(for: date)) }
}
