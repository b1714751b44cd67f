// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The policy that determines when a client repeats a request that failed.
///
/// A request is repeated after status 429, 502, 503 or 504, and when there was no response. Only
/// idempotent requests are repeated: requests that read, set or delete, and requests with an
/// idempotency key.
public struct RetryPolicy: Hashable, Sendable {
    /// The maximum number of requests of one call, 4 by default; with 1, no request is repeated.
    public var attemptsMax: Int
    /// The pause before the second request. It doubles with each further request. Half a second by
    /// default.
    public var pause: Duration
    /// The longest pause. If the gateway asks for a longer pause, the call fails at once. Ten
    /// seconds by default.
    public var pauseMax: Duration

    public init(
        attemptsMax: Int = 4, pause: Duration = .milliseconds(500),
        pauseMax: Duration = .seconds(10)
    ) {
        self.attemptsMax = attemptsMax
        self.pause = pause
        self.pauseMax = pauseMax
    }

    /// Repeats nothing.
    public static let never = RetryPolicy(attemptsMax: 1)

    /// Returns the pause after a request that failed; `nil` if the request is not repeated.
    ///
    /// - Parameters:
    ///   - attempt: the number of the request, from 1.
    ///   - retryAfter: the seconds for which the gateway asks; `nil` for none.
    ///   - jitter: a random number from 0 to 1, so that not all clients repeat their requests at
    ///     the same time.
    func wait(after attempt: Int, retryAfter: Int?, jitter: Double) -> Duration? {
        guard attempt < attemptsMax else { return nil }
        if let retryAfter, .seconds(retryAfter) > pauseMax { return nil }
        let doubled = pause * Double(1 << min(attempt - 1, 20))
        let own = min(doubled, pauseMax) * (0.5 + jitter / 2)
        return max(own, .seconds(max(0, retryAfter ?? 0)))
    }

    /// Returns whether a status is about the gateway's current state and not about the request.
    static func isTemporary(_ status: Int) -> Bool { [429, 502, 503, 504].contains(status) }
}
