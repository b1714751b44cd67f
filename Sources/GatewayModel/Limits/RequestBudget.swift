// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The number of requests that each of many callers has left: a token bucket for each caller, which
/// refills evenly. The budget has no clock; callers pass the uptime.
package struct RequestBudget: Sendable {
    /// How many requests a caller may send.
    package struct Rate: Hashable, Sendable {
        /// The maximum number of requests in a burst after a pause.
        package let burst: Int
        /// The number of requests for each minute that has passed.
        package let perMinute: Int

        /// - Parameters:
        ///   - perMinute: at least 1.
        ///   - burst: at least 1; by default the number that is added in two seconds, but at least
        ///     ten.
        package init(perMinute: Int, burst: Int? = nil) {
            self.perMinute = max(1, perMinute)
            self.burst = max(1, burst ?? max(Self.burstMin, perMinute / 30))
        }

        private static let burstMin = 10

        /// The time in seconds in which an empty bucket becomes full, rounded up.
        package var window: Int { (burst * 60 + perMinute - 1) / perMinute }
    }

    /// The decision about one request.
    package struct Decision: Hashable, Sendable {
        package let isAllowed: Bool
        /// The number of requests that are left.
        package let remaining: Int
        /// The time in seconds until another request is possible, rounded up; 0 if one is left.
        package let retryAfter: Int
        /// The time in seconds until the budget is full again, rounded up.
        package let reset: Int
    }

    private struct Bucket {
        var left: Double
        var asOf: Duration
        /// The number of the last request, counted over all callers.
        var lastUse: UInt64
    }

    /// A tenth of the callers is forgotten in one step, so that this step is rarely needed.
    private static let forgottenPart = 10

    private let countMax: Int
    private var buckets: [String: Bucket] = [:]
    private var uses: UInt64 = 0

    /// - Parameter countMax: the maximum number of callers that are counted at the same time. If
    ///   one more caller arrives, the tenth of the callers that has been idle for the longest time
    ///   is forgotten.
    package init(countMax: Int) { self.countMax = countMax }

    /// The number of callers that are counted.
    package var count: Int { buckets.count }

    /// Deducts one request from a caller's budget.
    package mutating func take(
        _ caller: String, _ rate: Rate, at uptime: Duration
    ) -> Decision {
        let full = Double(rate.burst)
        let perSecond = Double(rate.perMinute) / 60
        uses += 1
        var bucket = buckets[caller] ?? Bucket(left: full, asOf: uptime, lastUse: uses)
        bucket.lastUse = uses
        let seconds = max(0, (uptime - bucket.asOf) / .seconds(1))
        bucket.left = min(full, bucket.left + seconds * perSecond)
        bucket.asOf = uptime
        let isAllowed = bucket.left >= 1
        if isAllowed { bucket.left -= 1 }
        if buckets[caller] == nil, buckets.count >= countMax { forgetOldest() }
        buckets[caller] = bucket
        return Decision(
            isAllowed: isAllowed, remaining: Int(saturating: bucket.left),
            retryAfter: Int(saturating: (max(0, 1 - bucket.left) / perSecond).rounded(.up)),
            reset: Int(saturating: ((full - bucket.left) / perSecond).rounded(.up)))
    }

    /// Forgets the callers that have been idle for the longest time, at least one.
    private mutating func forgetOldest() {
        let uses = buckets.values.map(\.lastUse).sorted()
        let last = uses[(uses.count - 1) / Self.forgottenPart]
        buckets = buckets.filter { $0.value.lastUse > last }
    }
}
