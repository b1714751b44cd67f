// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The response to `GET /v1/deliveries/counts`: how many deliveries of messages were stored over
/// time, grouped by one of their values.
public struct DeliveryCounts: Hashable, Sendable, Codable {
    /// The value by which the deliveries are grouped.
    public enum Division: String, Hashable, Sendable, Codable, CaseIterable {
        case state, reason, priority
        case pushType = "push_type"
    }

    /// The number of deliveries with one value that were stored in one interval.
    public struct Count: Hashable, Sendable, Codable {
        /// The beginning of the interval.
        public var at: Date
        /// The state, the reason, the push type or the priority; empty for deliveries without a
        /// reason.
        public var value: String
        public var count: Int

        public init(at: Date, value: String, count: Int) {
            self.at = at
            self.value = value
            self.count = count
        }
    }

    public var by: Division
    /// The time at which the first interval begins.
    public var since: Date
    /// The length of an interval: 60, 3,600 or 86,400.
    public var intervalSeconds: Int
    /// The counts by time and value. Intervals without deliveries are omitted.
    public var counts: [Count]
    /// Whether there were more deliveries than one request examines, so that the oldest ones are
    /// not counted.
    public var isIncomplete: Bool

    public init(
        by: Division, since: Date, intervalSeconds: Int, counts: [Count], isIncomplete: Bool
    ) {
        self.by = by
        self.since = since
        self.intervalSeconds = intervalSeconds
        self.counts = counts
        self.isIncomplete = isIncomplete
    }

    enum CodingKeys: String, CodingKey {
        case by, since, counts
        case intervalSeconds = "interval_seconds"
        case isIncomplete = "is_incomplete"
    }
}
