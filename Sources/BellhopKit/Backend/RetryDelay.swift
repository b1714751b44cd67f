// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation

/// The wait before a call is tried again: a random time up to a bound that doubles with each
/// failure, so that phones that failed at the same time do not retry at the same time.
struct RetryDelay: Hashable, Sendable {
    /// The bound after the first failure.
    var first: Duration
    /// The maximum bound, which further failures do not increase.
    var max: Duration
    /// The maximum wait that a server can require; a longer wait is reduced to this value.
    var serverMax: Duration

    /// The kit's values: 2 seconds, doubling to 15 minutes; a server may require up to an hour.
    static let standard = RetryDelay(
        first: .seconds(2), max: .seconds(900), serverMax: .seconds(3600))

    /// - Parameter failures: the number of consecutive failures, from 1.
    func delay(
        failures: Int, after error: any Error, using generator: inout some RandomNumberGenerator
    ) -> Duration {
        if let asked = (error as? BackendError)?.retryAfter {
            // The server may require the same wait from all clients, so a random time is added.
            return Swift.min(asked, serverMax) + random(upTo: first, using: &generator)
        }
        return random(upTo: bound(failures: failures), using: &generator)
    }

    func bound(failures: Int) -> Duration {
        var bound = first
        for _ in 1..<Swift.max(failures, 1) where bound < max { bound *= 2 }
        return Swift.min(bound, max)
    }

    private func random(
        upTo bound: Duration, using generator: inout some RandomNumberGenerator
    ) -> Duration {
        Duration(
            saturatingSeconds: Double.random(in: 0...bound.inSeconds, using: &generator))
    }

    /// Returns a date recorded earlier if it is still in the future; `nil` when it has passed, or
    /// when it is so far in the future that the clock must have been wrong when it was recorded.
    func pending(_ noted: Date?, at now: Date) -> Date? {
        guard let noted, noted > now, noted <= now + (serverMax + first).inSeconds else {
            return nil
        }
        return noted
    }
}
