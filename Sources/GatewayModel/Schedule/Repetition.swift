// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// How often a campaign is repeated, always at the same local time.
package enum Repetition: String, Hashable, Sendable, Codable, CaseIterable {
    case daily, weekly, monthly

    /// Returns the local time of an occurrence.
    ///
    /// - Parameters:
    ///   - number: the number of the occurrence, from 0.
    ///   - first: the time of the first occurrence. In a month without the day of this time, the
    ///     occurrence is on the month's last day.
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
