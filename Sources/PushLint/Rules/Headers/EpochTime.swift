// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Tells in which unit a moment since 1970 was written, by its size alone.
///
/// Nothing here asks a clock, so that a payload gets the same findings every day.
enum EpochTime {
    /// The least that is taken for milliseconds: as seconds it would be the year 5138.
    static let millisecondsMin = 100_000_000_000
    /// The least that is taken for microseconds: as milliseconds it would be the year 5138.
    static let microsecondsMin = 100_000_000_000_000
    /// 9 September 2001: push notifications came later, so that less than this is no moment to
    /// send one or to keep it until.
    static let plausibleMin = 1_000_000_000

    static func isInMilliseconds(_ number: Int) -> Bool {
        (millisecondsMin..<microsecondsMin).contains(number)
    }
}
