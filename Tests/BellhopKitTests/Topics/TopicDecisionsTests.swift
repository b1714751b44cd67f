// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GatewayAPI
import Simulation
import Testing

@testable import BellhopKit

struct TopicDecisionsTests {
    private let now = Date(timeIntervalSince1970: 1_767_225_600)

    private static func decision(_ isSubscribed: Bool) -> TopicDecisions.Decision {
        TopicDecisions.Decision(isSubscribed: isSubscribed, note: nil)
    }

    @Test func `of several decisions about a topic, only the last is sent`() throws {
        var decisions = TopicDecisions()
        for (topic, isSubscribed) in [("news", true), ("offers", true), ("news", false)] {
            let isRecorded = decisions.decide(topic, Self.decision(isSubscribed))
            #expect(isRecorded)
        }
        #expect(decisions.states == ["news": false, "offers": true])
        #expect(decisions.waiting.map(\.topic) == ["offers", "news"])
        let next = try #require(decisions.next(at: now, retry: .standard))
        #expect(next.topic == "offers")
    }

    @Test func `a decision that changed during its call is sent again`() throws {
        var decisions = TopicDecisions()
        _ = decisions.decide("news", Self.decision(true))
        let sent = try #require(decisions.next(at: now, retry: .standard))
        _ = decisions.decide("news", Self.decision(false))
        decisions.succeed(sent)
        #expect(decisions.next(at: now, retry: .standard)?.decision.isSubscribed == false)
        #expect(decisions.states == ["news": false])
    }

    @Test func `a temporary failure delays the next call and keeps the decision`() throws {
        var decisions = TopicDecisions()
        var generator = SeededGenerator(seed: 4)
        _ = decisions.decide("news", Self.decision(true))
        let sent = try #require(decisions.next(at: now, retry: .standard))
        let isRemoved = decisions.fail(
            sent, BackendError(.unreachable, "no network"), at: now, retry: .standard,
            using: &generator)
        #expect(!isRemoved)
        #expect(decisions.next(at: now, retry: .standard) == nil)
        #expect(decisions.next(at: now + 3, retry: .standard) == sent)
    }

    @Test(arguments: [
        ("topic_not_found", 404, true), ("installation_not_found", 404, false), (nil, 422, true),
        (nil, 501, true), (nil, 503, false), (nil, 403, false),
    ])
    func `only a decision that the server will never accept is dropped`(
        problem: String?, status: Int, isDropped: Bool
    ) throws {
        var decisions = TopicDecisions()
        var generator = SeededGenerator(seed: 5)
        _ = decisions.decide("news", Self.decision(true))
        let sent = try #require(decisions.next(at: now, retry: .standard))
        let error = BackendError(.refused(status: status), "refused", problem: problem)
        let isRemoved = decisions.fail(
            sent, error, at: now, retry: .standard, using: &generator)
        #expect(isRemoved == isDropped)
        #expect(decisions.waiting.isEmpty == isDropped)
    }

    @Test func `an invalid topic name is refused, and so is one topic more than the maximum`() {
        var decisions = TopicDecisions()
        let long = String(repeating: "t", count: GatewayLimits.nameByteCountMax + 1)
        for name in ["", long] {
            let isRecorded = decisions.decide(name, Self.decision(true))
            #expect(!isRecorded)
        }
        for number in 0..<TopicDecisions.countMax {
            let isRecorded = decisions.decide("topic-\(number)", Self.decision(true))
            #expect(isRecorded)
        }
        let isOneMoreRecorded = decisions.decide("one-more", Self.decision(true))
        let isChangeRecorded = decisions.decide("topic-0", Self.decision(false))
        #expect(!isOneMoreRecorded && isChangeRecorded)
        #expect(decisions.waiting.count == TopicDecisions.countMax)
    }

    @Test func `the server's states replace earlier states, but not decisions that are waiting`() {
        var decisions = TopicDecisions()
        _ = decisions.decide("news", Self.decision(false))
        let states = [("news", true), ("offers", true)].map {
            TopicState(topic: $0.0, subscribed: $0.1, changedAt: now)
        }
        decisions.report(states)
        #expect(decisions.states == ["news": false, "offers": true])
        decisions.report([])
        #expect(decisions.states == ["news": false])
    }
}
