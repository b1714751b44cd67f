// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import Foundation

/// How often the app may suggest notifications with its own explanation.
public struct SoftAskPolicy: Hashable, Sendable {
    /// How long a feature is not suggested after its first, second, … "Not now". A feature that was
    /// declined more often than this list is long is not suggested again.
    public var waitingPeriods: [Duration] = [.seconds(3 * 86_400), .seconds(30 * 86_400)]
    /// How long after a "Not now" no other feature is suggested either.
    public var waitingPeriodOfOthers = Duration.seconds(86_400)

    public init() {}
}

/// The person's responses to the app's own explanation to date. They are stored in the shared
/// folder.
public struct SoftAskHistory: Hashable, Sendable, Codable {
    /// The maximum number of features. Beyond it, the feature that was declined longest ago is
    /// forgotten.
    static let featureCountMax = 100

    /// The responses about one feature.
    public struct Feature: Hashable, Sendable, Codable {
        public var declineCount: Int
        public var lastDecline: Date
        /// How often the system was asked because of this feature.
        public var promptCount: Int

        enum CodingKeys: String, CodingKey {
            case declineCount = "decline_count"
            case lastDecline = "last_decline"
            case promptCount = "prompt_count"
        }
    }

    public private(set) var features: [String: Feature] = [:]

    public init() {}

    /// How often the person said "Not now" about a feature.
    public func declineCount(of feature: String) -> Int { features[feature]?.declineCount ?? 0 }

    /// Records a "Not now".
    mutating func decline(_ feature: String, at now: Date) {
        var entry =
            features[feature] ?? Feature(declineCount: 0, lastDecline: now, promptCount: 0)
        entry.declineCount += 1
        entry.lastDecline = now
        features[feature] = entry
        if features.count > Self.featureCountMax,
            let oldest = features.min(by: { $0.value.lastDecline < $1.value.lastDecline })
        {
            features[oldest.key] = nil
        }
    }

    /// Records that the system asked because of a feature. This resets the feature's count of "Not
    /// now".
    mutating func prompt(_ feature: String, at now: Date) {
        let count = features[feature]?.promptCount ?? 0
        features[feature] = Feature(
            declineCount: 0, lastDecline: .distantPast, promptCount: count + 1)
    }

    /// Why a feature may not be suggested now; `nil` when it may.
    func refusal(
        of feature: String, policy: SoftAskPolicy, at now: Date
    ) -> PermissionRefusal? {
        let own = features[feature]
        if let own, own.declineCount > policy.waitingPeriods.count { return .declinedTooOften }
        var end = Date.distantPast
        for (name, entry) in features where entry.declineCount > 0 {
            let isOwn = name == feature
            let period =
                isOwn ? policy.waitingPeriods[entry.declineCount - 1] : policy.waitingPeriodOfOthers
            // If the clock was ahead when the entry was made, the pause must not become longer.
            let start = min(entry.lastDecline, now)
            end = max(end, start.addingTimeInterval(period.inSeconds))
        }
        return end > now ? .declinedRecently(until: end) : nil
    }

    /// Moves dates that a clock recorded ahead of time to the current time.
    mutating func correct(at now: Date) {
        for (name, entry) in features where entry.lastDecline > now {
            features[name]?.lastDecline = now
        }
    }
}
