// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// JSON numbers that a hostile or faulty sender may use for a time, a count or a size.
package enum OddNumbers {
    /// Numbers at the limits of integers, doubles, durations and calendars.
    package static let edges = [
        "0", "-0", "-1", "0.5", "-0.5", "1e-400", "5e-324", "1e300", "-1e300", "1e400", "-1e400",
        "1.7976931348623157e308", "2147483648", "4294967296", "9007199254740993",
        "9223372036854775807", "9223372036854775808", "-9223372036854775808",
        "-9223372036854775809", "18446744073709551616", "9.3e18", "1e18", "-1e18", "1e19",
        "253402300799", "253402300800", "253402300800000", "-62135596801", "-62135596801000",
        "1454948015990", "1e15", "3.2e11",
    ]

    /// Returns numbers of various lengths and magnitudes. The same seed results in the same
    /// numbers.
    package static func random(seed: UInt64, count: Int) -> [String] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { _ in
            var text = generator.chance(1, outOf: 3) ? "-" : ""
            text += digits(Int.random(in: 1...24, using: &generator), &generator)
            if generator.chance(1, outOf: 4) {
                text +=
                    "." + digits(Int.random(in: 1...12, using: &generator), &generator, first: 0)
            }
            if generator.chance(1, outOf: 3) {
                text += "e\(Int.random(in: -400...400, using: &generator))"
            }
            return text
        }
    }

    private static func digits(
        _ count: Int, _ generator: inout SeededGenerator, first: Int = 1
    ) -> String {
        (0..<count).map { index in
            String(Int.random(in: (index == 0 ? first : 0)...9, using: &generator))
        }.joined()
    }
}
