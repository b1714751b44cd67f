// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Counts of the first responses to a campaign, which show whether a setting is wrong.
package struct TrialCounts: Hashable, Sendable {
    /// The number of responses from the provider whose outcomes are durable.
    package private(set) var responses = 0
    /// The number of responses with the reason `BadDeviceToken`.
    package private(set) var badTokens = 0
    /// The number of responses with the reason `DeviceTokenNotForTopic`.
    package private(set) var wrongTopics = 0
    /// Whether ``StopRule`` has decided. Until then, a node sends only as many notifications as the
    /// rule needs for its decision.
    package private(set) var isJudged = false

    package init() {}

    /// Creates the counts from stored values.
    package init(responses: Int, badTokens: Int, wrongTopics: Int, isJudged: Bool) {
        self.responses = responses
        self.badTokens = badTokens
        self.wrongTopics = wrongTopics
        self.isJudged = isJudged
    }

    /// Adds outcomes to the counts. Does nothing after the rule has decided.
    package mutating func add(_ sums: OutcomeSums) {
        guard !isJudged else { return }
        for (code, count) in sums.entries where code.isResponse {
            responses += count
            guard code.kind == .rejected else { continue }
            switch code.reason {
            case "BadDeviceToken": badTokens += count
            case "DeviceTokenNotForTopic": wrongTopics += count
            default: break
            }
        }
    }

    package mutating func judged() { isJudged = true }
}

/// A rule that stops a campaign if its first responses show that a setting is wrong: more than one
/// percent of the first thousand responses report an unknown token or a token of another topic.
package struct StopRule: Hashable, Sendable {
    /// The number of responses that the rule examines. Default 1000.
    package var responseCount = 1000
    /// The permitted share of bad responses, in thousandths. If the share is larger, the gateway
    /// stops the campaign. Default 10.
    package var badThousandthsMax = 10

    package init() {}

    package enum Verdict: Hashable, Sendable {
        case waits
        case passes
        case stops(StopReason)
    }

    /// Returns the rule's decision. The campaign is stopped as soon as it has so many bad responses
    /// that the remaining responses cannot change the decision.
    package func verdict(on counts: TrialCounts) -> Verdict {
        guard !counts.isJudged else { return .passes }
        let bad = counts.badTokens + counts.wrongTopics
        let examined = max(responseCount, counts.responses)
        if bad * 1000 > examined * badThousandthsMax {
            return .stops(
                counts.badTokens >= counts.wrongTopics
                    ? .environmentProbablyWrong : .topicProbablyWrong)
        }
        return counts.responses >= responseCount ? .passes : .waits
    }
}

/// The reason why the gateway stopped a campaign. The names are stored and never change.
package enum StopReason: String, CaseIterable, Sendable, Codable {
    case environmentProbablyWrong = "environment_probably_wrong"
    case topicProbablyWrong = "topic_probably_wrong"

    /// A description of the problem, and what a person can do about it.
    package var explanation: String {
        switch self {
        case .environmentProbablyWrong:
            "more than 1 % of the first responses were BadDeviceToken: the environment of the "
                + "installations is probably wrong. Tokens of development builds belong to "
                + "sandbox, those of TestFlight and App Store builds to production; correct the "
                + "installations and resume the campaign"
        case .topicProbablyWrong:
            "more than 1 % of the first responses were DeviceTokenNotForTopic: the app's bundle "
                + "identifier or the topic is probably wrong; correct it and resume the campaign"
        }
    }
}
