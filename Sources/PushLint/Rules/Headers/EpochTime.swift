// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Determines the unit of a time since 1970 by its magnitude alone.
///
/// The current time is not used, so that the findings in a payload do not depend on the day.
enum EpochTime {
    /// The lowest value that is treated as milliseconds. As a number of seconds, it would be a date
    /// in the year 5138.
    static let millisecondsMin = 100_000_000_000
    /// The lowest value that is treated as microseconds. As a number of milliseconds, it would be a
    /// date in the year 5138.
    static let microsecondsMin = 100_000_000_000_000
    /// 9 September 2001, in seconds since 1970. Push notifications were introduced later, so a
    /// lower value cannot be the time at which a push is sent or expires.
    static let plausibleMin = 1_000_000_000

    static func isInMilliseconds(_ number: Int) -> Bool {
        (millisecondsMin..<microsecondsMin).contains(number)
    }
}
