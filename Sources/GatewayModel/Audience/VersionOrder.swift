// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Sorts versions such as `2.9` and `2.10` by their numbers.
package enum VersionOrder {
    /// The maximum number of components of a version that are compared.
    private static let numberCountMax = 8
    /// The maximum number of digits of a component.
    private static let digitCountMax = 18

    /// Returns the sort key of a version: comparing the bytes of two keys gives the same order as
    /// comparing the numbers of the two versions. Returns `nil` if the text does not begin with a
    /// number.
    ///
    /// In the key, each number consists of a letter, which represents the number of digits, and the
    /// digits. Components of zero at the end are ignored, so `2` is equal to `2.0`. Reading ends at
    /// the first character that is neither a digit nor a period between numbers: `2.1-beta` is
    /// equal to `2.1`.
    package static func key(_ version: String) -> String? {
        var numbers: [[UInt8]] = []
        var digits: [UInt8] = []
        func close() -> Bool {
            guard !digits.isEmpty else { return false }
            numbers.append(Array(digits.drop { $0 == 0x30 }.prefix(digitCountMax)))
            digits = []
            return true
        }
        for byte in version.utf8 {
            if (0x30...0x39).contains(byte) {
                digits.append(byte)
            } else {
                guard byte == 0x2E, numbers.count < numberCountMax, close() else { break }
            }
        }
        if numbers.count < numberCountMax { _ = close() }
        guard !numbers.isEmpty else { return nil }
        while let last = numbers.last, last.isEmpty { numbers.removeLast() }
        // The letter a represents the number zero, so the version 0 has the key a.
        guard !numbers.isEmpty else { return "a" }
        return String(
            decoding: numbers.flatMap { [0x61 + UInt8(truncatingIfNeeded: $0.count)] + $0 },
            as: UTF8.self)
    }
}
