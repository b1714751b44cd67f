// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI

/// The person's decisions about topics, as long as the server has not received these decisions, and
/// the server's last known state of each topic.
struct TopicDecisions: Hashable, Sendable, Codable {
    /// A decision that waits to be sent.
    struct Waiting: Hashable, Sendable, Codable {
        var topic: String
        var decision: Decision
    }

    /// The content of ``/GatewayAPI/TopicDecision``, in a form that is stored.
    struct Decision: Hashable, Sendable, Codable {
        var isSubscribed: Bool
        var note: String?
    }

    /// Waiting decisions, oldest first, one for each topic, at most ``countMax``.
    private(set) var waiting: [Waiting] = []
    /// For each topic, the state that the server last reported or accepted.
    private(set) var confirmed: [String: Bool] = [:]
    /// The number of failed calls since the last successful one.
    private(set) var failures = 0
    /// The earliest time of the next call.
    private(set) var retryAt: Date?

    /// The maximum number of waiting decisions, and of confirmed topics: a gateway permits no more
    /// topics for an app.
    static let countMax = GatewayLimits.topicsPerAppMax

    /// The state of each topic as the person expects it: waiting decisions replace what the server
    /// has.
    var states: [String: Bool] {
        var states = confirmed
        for waiting in waiting { states[waiting.topic] = waiting.decision.isSubscribed }
        return states
    }

    /// Records a decision, which replaces a waiting decision about the same topic.
    ///
    /// - Returns: whether the decision was recorded; `false` for a name that no server accepts, or
    ///   when ``countMax`` topics are waiting.
    mutating func decide(_ topic: String, _ decision: Decision) -> Bool {
        guard !topic.isEmpty, topic.utf8.count <= GatewayLimits.nameByteCountMax else {
            return false
        }
        let rest = waiting.filter { $0.topic != topic }
        guard rest.count < Self.countMax else { return false }
        waiting = rest + [Waiting(topic: topic, decision: decision)]
        return true
    }

    /// Returns the decision to send now; `nil` when there is none or it is too early.
    func next(at now: Date, retry: RetryDelay) -> Waiting? {
        retry.pending(retryAt, at: now) == nil ? waiting.first : nil
    }

    /// Records that the server accepted a decision. The person may have changed it since.
    mutating func succeed(_ sent: Waiting) {
        waiting.removeAll { $0 == sent }
        confirm([(sent.topic, sent.decision.isSubscribed)], replacing: false)
        (failures, retryAt) = (0, nil)
    }

    /// Records the server's states, which replace the earlier ones.
    mutating func report(_ states: [TopicState]) {
        confirm(states.map { ($0.topic, $0.subscribed) }, replacing: true)
    }

    /// Records that a call failed. A decision that the server will never accept is removed, so that
    /// the decisions after it can be sent.
    ///
    /// - Returns: whether the decision was removed.
    mutating func fail(
        _ sent: Waiting, _ error: any Error, at now: Date, retry: RetryDelay,
        using generator: inout some RandomNumberGenerator
    ) -> Bool {
        if let refusal = error as? BackendError, refusal.isAboutTheTopic {
            waiting.removeAll { $0 == sent }
            return true
        }
        failures += 1
        retryAt = now + retry.delay(failures: failures, after: error, using: &generator).inSeconds
        return false
    }

    private mutating func confirm(_ states: [(String, Bool)], replacing: Bool) {
        if replacing { confirmed = [:] }
        for (topic, isSubscribed) in states
        where confirmed[topic] != nil || confirmed.count < Self.countMax {
            confirmed[topic] = isSubscribed
        }
    }
}

extension BackendError {
    /// Whether the server refused this decision and would refuse it again: the topic does not
    /// exist, the content is not valid, or the app's server has no topics.
    fileprivate var isAboutTheTopic: Bool {
        guard case .refused(let status) = kind else { return kind == .misconfigured }
        return problem == "topic_not_found" || [400, 413, 422, 501].contains(status)
    }
}
