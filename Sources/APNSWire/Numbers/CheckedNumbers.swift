// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// Swift's own conversions of a floating-point number to an integer or a `Duration` trap when the
// number is NaN, infinite or too large. JSON from a network may contain `1e300`, so every such
// conversion uses the initializers in this file. `TrappingConversions.swift` makes the compiler
// reject all other conversions.

extension FixedWidthInteger {
    /// Makes a whole number by rounding a floating-point number. Returns `nil` for NaN, infinities
    /// and numbers that the type cannot represent.
    package init?(
        checking number: Double, rounded rule: FloatingPointRoundingRule = .towardZero
    ) {
        self.init(exactly: number.rounded(rule))
    }

    /// Makes the nearest whole number that the type can represent. NaN becomes 0.
    package init(
        saturating number: Double, rounded rule: FloatingPointRoundingRule = .towardZero
    ) {
        if let whole = Self(checking: number, rounded: rule) {
            self = whole
        } else if number.isNaN {
            self = 0
        } else {
            self = number < 0 ? .min : .max
        }
    }
}

extension Duration {
    /// The longest duration that is made from a floating-point number, in seconds: ten thousand
    /// years. Longer durations are limited to this value, so that sums of a few durations do not
    /// overflow any clock.
    package static let saturatedSecondsMax: Double = 10_000 * 365.2425 * 86_400

    /// Makes a duration in seconds, limited to ±``saturatedSecondsMax``. NaN becomes zero.
    package init(saturatingSeconds seconds: Double) {
        guard !seconds.isNaN else {
            self = .zero
            return
        }
        let limit = Self.saturatedSecondsMax
        let kept = Swift.min(Swift.max(seconds, -limit), limit)
        let whole = kept.rounded(.down)
        let attoseconds = ((kept - whole) * 1e18).rounded()
        self =
            .seconds(Int64(saturating: whole))
            + Duration(secondsComponent: 0, attosecondsComponent: Int64(saturating: attoseconds))
    }
}
