// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension Date {
    /// The moments that outside data may name, in seconds since 1970: the years 1 to 9999, which is
    /// what calendars, ISO 8601 texts and databases can say.
    package static let checkedEpochSeconds: ClosedRange<Double> = -62_135_596_800...253_402_300_799

    /// A moment that outside data names; `nil` for NaN, infinities and moments outside of
    /// ``checkedEpochSeconds``.
    package init?(checkingEpochSeconds seconds: Double) {
        guard Self.checkedEpochSeconds.contains(seconds) else { return nil }
        self.init(timeIntervalSince1970: seconds)
    }

    /// The nearest moment within ``checkedEpochSeconds``; `nil` for NaN.
    package init?(saturatingEpochSeconds seconds: Double) {
        guard !seconds.isNaN else { return nil }
        let bounds = Self.checkedEpochSeconds
        self.init(timeIntervalSince1970: min(max(seconds, bounds.lowerBound), bounds.upperBound))
    }

    /// A moment in whole seconds since 1970; the nearest one within ``checkedEpochSeconds``.
    package init(epochSeconds: Int) {
        let bounds = Self.checkedEpochSeconds
        self.init(
            timeIntervalSince1970: min(
                max(Double(epochSeconds), bounds.lowerBound), bounds.upperBound))
    }

    /// A moment in whole milliseconds since 1970; the nearest one within ``checkedEpochSeconds``.
    package init(epochMilliseconds: Int64) {
        let bounds = Self.checkedEpochSeconds
        self.init(
            timeIntervalSince1970: min(
                max(Double(epochMilliseconds) / 1000, bounds.lowerBound), bounds.upperBound))
    }

    /// Whole seconds since 1970, rounded down; the nearest integer for moments beyond any calendar.
    package var wholeEpochSeconds: Int {
        Int(saturating: timeIntervalSince1970, rounded: .down)
    }

    /// Whole milliseconds since 1970, rounded; the nearest integer for moments beyond any calendar.
    package func wholeEpochMilliseconds(
        rounded rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero
    ) -> Int64 {
        Int64(saturating: timeIntervalSince1970 * 1000, rounded: rule)
    }
}
