// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The amounts of waiting work, for the people who run the gateway.
public struct QueueFigures: Hashable, Sendable {
    /// The maximum to which each kind of work is counted, because counting more would take too
    /// long.
    public static let countMax = 10_000

    /// The work that is due.
    public struct Due: Hashable, Sendable {
        /// The number of due entries, at most ``QueueFigures/countMax``.
        public var count: Int
        /// The time since which the oldest entry has been due; `nil` if nothing is due.
        public var oldest: Date?

        public init(count: Int, oldest: Date?) {
            self.count = count
            self.oldest = oldest
        }
    }

    /// The due deliveries of single messages.
    public var messages: Due
    /// The recipients of campaigns whose retries are due, by lane.
    public var campaignRetries: [String: Due]
    /// The number of units of campaigns that are not finished, at most ``QueueFigures/countMax``.
    public var openUnits: Int
    /// The number of campaigns that have not ended, by state.
    public var campaigns: [String: Int]

    public init(
        messages: Due, campaignRetries: [String: Due], openUnits: Int, campaigns: [String: Int]
    ) {
        self.messages = messages
        self.campaignRetries = campaignRetries
        self.openUnits = openUnits
        self.campaigns = campaigns
    }
}
