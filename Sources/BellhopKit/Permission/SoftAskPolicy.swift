// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import Foundation
public import GatewayAPI

/// The limits on how often the app may suggest notifications with its own explanation.
public struct SoftAskPolicy: Hashable, Sendable {
    /// The periods in which a feature is not suggested after its first, second, … "Not now". After
    /// one more "Not now" than there are entries in this list, the feature is not suggested again.
    public var waitingPeriods: [Duration] = [.seconds(3 * 86_400), .seconds(30 * 86_400)]
    /// The period after a "Not now" in which no other feature is suggested either.
    public var waitingPeriodOfOthers = Duration.seconds(86_400)

    public init() {}
}

/// The person's responses to date to the app's own explanation. They are stored in the shared
/// folder.
public struct SoftAskHistory: Hashable, Sendable, Codable {
    /// The maximum number of features. Beyond this number, the feature that was declined longest
    /// ago is forgotten.
    static let featureCountMax = 100

    /// The responses about one feature.
    public struct Feature: Hashable, Sendable, Codable {
        public var declineCount: Int
        public var lastDecline: Date
        /// The number of times that the system asked because of this feature.
        public var promptCount: Int

        enum CodingKeys: String, CodingKey {
            case declineCount = "decline_count"
            case lastDecline = "last_decline"
            case promptCount = "prompt_count"
        }
    }

    public private(set) var features: [String: Feature] = [:]
    /// How often the app has asked, for the server's reports. Unlike ``features``, it only grows.
    public private(set) var asks = PermissionAsks()

    public init() {}

    enum CodingKeys: String, CodingKey {
        case features, asks
    }

    /// Reads a history, which earlier versions stored without ``asks``.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        features = try values.decode([String: Feature].self, forKey: .features)
        asks = try values.decodeIfPresent(PermissionAsks.self, forKey: .asks) ?? PermissionAsks()
    }

    /// Returns the number of times that the person said "Not now" about a feature.
    public func declineCount(of feature: String) -> Int { features[feature]?.declineCount ?? 0 }

    /// Records a "Not now".
    mutating func decline(_ feature: String, at now: Date) {
        asks.explained = Self.next(asks.explained)
        asks.declined = Self.next(asks.declined)
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
    ///
    /// - Parameter isExplained: whether the app's own explanation was shown before.
    mutating func prompt(_ feature: String, at now: Date, isExplained: Bool = false) {
        if isExplained { asks.explained = Self.next(asks.explained) }
        asks.prompted = Self.next(asks.prompted)
        let count = features[feature]?.promptCount ?? 0
        features[feature] = Feature(
            declineCount: 0, lastDecline: .distantPast, promptCount: count + 1)
    }

    private static func next(_ count: Int) -> Int { min(count + 1, PermissionAsks.countMax) }

    /// Returns the reason why a feature may not be suggested now; `nil` if the feature may be
    /// suggested.
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

    /// Replaces dates that are in the future by the current time; the clock was wrong when they
    /// were recorded.
    mutating func correct(at now: Date) {
        for (name, entry) in features where entry.lastDecline > now {
            features[name]?.lastDecline = now
        }
    }
}
