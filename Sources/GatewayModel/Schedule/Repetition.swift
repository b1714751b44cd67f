// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// How often a campaign is repeated, always at the same local time.
package enum Repetition: String, Hashable, Sendable, Codable, CaseIterable {
    case daily, weekly, monthly

    /// Returns an occurrence.
    ///
    /// - Parameters:
    ///   - number: the number of the occurrence, from 0.
    ///   - first: the time of the first occurrence. A month without its day has the occurrence on
    ///     the month's last day.
    package func occurrence(_ number: Int, from first: WallTime) -> WallTime {
        let day: Int64 = 86_400
        switch self {
        case .daily: return WallTime(seconds: first.seconds + Int64(number) * day)
        case .weekly: return WallTime(seconds: first.seconds + Int64(number) * 7 * day)
        case .monthly:
            let days = first.seconds / day
            let (year, month, ofMonth) = AudienceTime.date(days)
            let months = year * 12 + month - 1 + Int64(number)
            let (newYear, newMonth) = (months / 12, months % 12 + 1)
            let last = AudienceTime.dayCount(newYear, newMonth)
            let date = AudienceTime.days(newYear, newMonth, min(ofMonth, last))
            return WallTime(seconds: date * day + first.seconds % day)
        }
    }
}

/// Decides when the occurrences of a repeated campaign are created.
package enum SeriesPolicy {
    /// How long before the first zone is due an occurrence is created, in seconds: an hour.
    private static let lead: Int64 = 3600
    /// The largest difference of a zone to UTC to the east and to the west, in seconds.
    private static let (east, west): (Int64, Int64) = (14 * 3600, 12 * 3600)

    /// Returns the instant at which an occurrence is created, in milliseconds since 1970.
    package static func createdAt(_ wall: WallTime) -> Int64 {
        (wall.seconds - east - lead) * 1000
    }

    /// Returns the number of the first occurrence, not before a number, that is not over in every
    /// zone of the world.
    package static func next(
        from number: Int, _ repetition: Repetition, first: WallTime, now: Int64
    ) -> Int {
        var number = number
        while (repetition.occurrence(number, from: first).seconds + west) * 1000 < now {
            number += 1
        }
        return number
    }
}
