// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension Date {
    /// The dates that are accepted from external data, in seconds since 1970: the years 1 to 9999,
    /// which calendars, ISO 8601 and databases can represent.
    package static let checkedEpochSeconds: ClosedRange<Double> = -62_135_596_800...253_402_300_799

    /// Makes a date from external data. Returns `nil` for NaN, infinities and dates outside
    /// ``checkedEpochSeconds``.
    package init?(checkingEpochSeconds seconds: Double) {
        guard Self.checkedEpochSeconds.contains(seconds) else { return nil }
        self.init(timeIntervalSince1970: seconds)
    }

    /// Makes the nearest date within ``checkedEpochSeconds``. Returns `nil` for NaN.
    package init?(saturatingEpochSeconds seconds: Double) {
        guard !seconds.isNaN else { return nil }
        let bounds = Self.checkedEpochSeconds
        self.init(timeIntervalSince1970: min(max(seconds, bounds.lowerBound), bounds.upperBound))
    }

    /// Makes a date from whole seconds since 1970, limited to ``checkedEpochSeconds``.
    package init(epochSeconds: Int) {
        let bounds = Self.checkedEpochSeconds
        self.init(
            timeIntervalSince1970: min(
                max(Double(epochSeconds), bounds.lowerBound), bounds.upperBound))
    }

    /// Makes a date from whole milliseconds since 1970, limited to ``checkedEpochSeconds``.
    package init(epochMilliseconds: Int64) {
        let bounds = Self.checkedEpochSeconds
        self.init(
            timeIntervalSince1970: min(
                max(Double(epochMilliseconds) / 1000, bounds.lowerBound), bounds.upperBound))
    }

    /// The number of whole seconds since 1970, rounded down; the nearest `Int` for a date out of
    /// range.
    package var wholeEpochSeconds: Int {
        Int(saturating: timeIntervalSince1970, rounded: .down)
    }

    /// Returns the number of whole milliseconds since 1970, rounded; the nearest `Int64` for a date
    /// out of range.
    package func wholeEpochMilliseconds(
        rounded rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero
    ) -> Int64 {
        Int64(saturating: timeIntervalSince1970 * 1000, rounded: rule)
    }
}
