// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// A decimal number as a text shows it: the digits before and after the decimal separator.
///
/// Its canonical text has a decimal point and no grouping, such as `-12.5`.
package struct TemplateNumber: Hashable, Sendable {
    /// The maximum number of digits before the decimal separator.
    package static let wholeDigitCountMax = 15
    /// The largest number of digits after the separator.
    package static let fractionDigitCountMax = 6

    package let isNegative: Bool
    /// The part before the separator.
    package let whole: UInt64
    /// The digits after the separator, each 0 to 9.
    package let fraction: [UInt8]

    private init(isNegative: Bool, whole: UInt64, fraction: [UInt8]) {
        self.isNegative = isNegative && (whole > 0 || fraction.contains { $0 > 0 })
        self.whole = whole
        self.fraction = fraction
    }

    /// Reads a canonical text. Digits after the sixth decimal place are cut off, and zeros at
    /// the end of the fraction are ignored.
    ///
    /// - Returns: `nil` if the text is not a number, or has more than
    ///   ``wholeDigitCountMax`` digits before the point.
    package init?(_ text: some StringProtocol) {
        var bytes = Array(text.utf8)[...]
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative { bytes.removeFirst() }
        let parts = bytes.split(
            separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard let digits = parts.first, (1...Self.wholeDigitCountMax).contains(digits.count),
            parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isDigit) })
        else { return nil }
        let whole = digits.reduce(UInt64(0)) { $0 * 10 + UInt64($1 & 0xF) }
        var fraction =
            parts.count > 1
            ? parts[1].prefix(Self.fractionDigitCountMax).map { $0 & 0xF } : []
        while fraction.last == 0 { fraction.removeLast() }
        self.init(isNegative: isNegative, whole: whole, fraction: fraction)
    }

    /// Rounds a number to ``fractionDigitCountMax`` decimal places.
    ///
    /// - Returns: `nil` if it is not finite or has too many digits.
    package init?(_ number: Double) {
        guard number.magnitude < 1e15 else { return nil }
        let magnitude = number.magnitude
        guard var whole = UInt64(checking: magnitude.rounded(.down)),
            var millionths = UInt64(
                checking: ((magnitude - magnitude.rounded(.down)) * 1e6).rounded())
        else { return nil }
        if millionths == 1_000_000 {
            whole += 1
            millionths = 0
        }
        guard whole < 1_000_000_000_000_000 else { return nil }
        var fraction: [UInt8] = []
        for _ in 0..<Self.fractionDigitCountMax {
            fraction.insert(UInt8(truncatingIfNeeded: millionths % 10), at: 0)
            millionths /= 10
        }
        while fraction.last == 0 { fraction.removeLast() }
        self.init(isNegative: number < 0, whole: whole, fraction: fraction)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// The canonical text.
    package var text: String {
        let digits = fraction.map { String($0) }.joined()
        return (isNegative ? "-" : "") + "\(whole)" + (digits.isEmpty ? "" : "." + digits)
    }

    /// The digits after the separator as a number.
    var fractionValue: UInt64 { fraction.reduce(0) { $0 * 10 + UInt64($1) } }

    /// The digits after the separator as a number, without trailing zeros.
    var fractionWithoutZeros: UInt64 {
        var digits = fraction[...]
        while digits.last == 0 { digits.removeLast() }
        return digits.reduce(0) { $0 * 10 + UInt64($1) }
    }

    /// Returns the number with exactly the given number of digits after the separator, rounded half
    /// up.
    func rounded(toFractionDigits count: Int) -> TemplateNumber {
        var digits = fraction
        guard digits.count > count else {
            digits += Array(repeating: 0, count: count - digits.count)
            return TemplateNumber(isNegative: isNegative, whole: whole, fraction: digits)
        }
        let roundsUp = digits[count] >= 5
        digits.removeLast(digits.count - count)
        var whole = whole
        if roundsUp {
            var place = count - 1
            while place >= 0, digits[place] == 9 {
                digits[place] = 0
                place -= 1
            }
            if place >= 0 { digits[place] += 1 } else { whole += 1 }
        }
        return TemplateNumber(isNegative: isNegative, whole: whole, fraction: digits)
    }
}
