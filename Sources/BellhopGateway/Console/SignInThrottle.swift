// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The failed sign-ins with one login, whether or not there is such a member.
///
/// After 5 failures, the login is locked for a minute, and for twice as long after each further
/// failure, up to an hour. So somebody who guesses has fewer than 20 guesses an hour.
struct SignInThrottle: Hashable, Sendable {
    /// The number of failures after which a login is locked.
    static let failuresMax = 5
    /// The first lock, in seconds.
    static let lockSecondsMin = 60.0
    /// The longest lock, in seconds.
    static let lockSecondsMax = 3600.0
    /// The time from the last failure until all failures are forgotten, in seconds: a day.
    static let memorySeconds = 86_400.0

    /// The number of failures since the last success.
    private(set) var failures = 0
    private(set) var failedAt: Date?

    init() {}

    init(failures: Int, failedAt: Date) {
        self.failures = failures
        self.failedAt = failedAt
    }

    /// The time in seconds until the next sign-in is checked; 0 if it is checked now.
    func wait(at now: Date) -> Double {
        guard let failedAt, failures >= Self.failuresMax else { return 0 }
        let doublings = min(failures - Self.failuresMax, 16)
        let lock = min(Self.lockSecondsMin * Double(1 << doublings), Self.lockSecondsMax)
        // If the clock was set back, the lock begins now.
        return max(0, min(lock, lock - now.timeIntervalSince(failedAt)))
    }

    /// Notes a failure.
    mutating func fail(at now: Date) {
        if let failedAt, now.timeIntervalSince(failedAt) > Self.memorySeconds { failures = 0 }
        failures = min(failures + 1, 1000)
        failedAt = now
    }
}
