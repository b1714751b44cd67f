// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads dates in the format of XML property lists, for instance `2026-11-21T09:30:00Z`.
enum PlistDate {
    static func read(_ text: String) -> Date? {
        let parts = text.split { "-T:Z".contains($0) }.map { Int($0) }
        guard parts.count == 6, text.hasSuffix("Z"), let year = parts[0], let month = parts[1],
            let day = parts[2], let hour = parts[3], let minute = parts[4], let second = parts[5],
            (0...9_999).contains(year), (1...12).contains(month), (1...31).contains(day),
            (0...24).contains(hour), (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        // Computes the days since 1 January 1970 in the proleptic Gregorian calendar. Counting
        // years from March puts the leap day at the end of a year.
        let shifted = month > 2 ? year : year - 1
        let century = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - century * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = century * 146_097 + dayOfEra - 719_468
        let seconds = days * 86_400 + hour * 3_600 + minute * 60 + second
        return Date(epochSeconds: seconds)
    }
}
