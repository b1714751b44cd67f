// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import BellhopGateway
import Foundation
import GatewayAPI
import Simulation
import Testing

struct DeliveryPolicyTests {
    static let now = Date(timeIntervalSince1970: 1_767_225_600)
    static let later = now.addingTimeInterval(86_400)

    private func decide(
        _ outcome: PushOutcome, attempt: Int = 1, deadline: Date = later, registeredAt: Date? = nil,
        policy: DeliveryPolicy = DeliveryPolicy()
    ) -> DeliveryDecision {
        var generator = SeededGenerator(seed: 7)
        return policy.decide(
            outcome, attempt: attempt, now: Self.now, deadline: deadline,
            registeredAt: registeredAt,
            using: &generator)
    }

    private func rejection(
        _ reason: RejectionReason, status: Int? = nil, timestamp: Date? = nil
    ) -> PushOutcome {
        .rejected(Rejection(status: status ?? reason.status, reason: reason, timestamp: timestamp))
    }

    @Test func `an accepted notification ends its delivery and proves that the token works`() {
        let decision = decide(.accepted(Acceptance()))
        #expect(
            decision
                == DeliveryDecision(.finish(.accepted, reason: nil, status: 200), token: .proven))
    }

    @Test(arguments: RejectionReason.table)
    func `each reason in the table is final or retried, as its row says`(
        _ row: RejectionReason.Row
    ) {
        let decision = decide(rejection(row.reason))
        switch row.retry {
        case .never, .fix:
            // 403 is about the credential, and the notification can be sent with another one.
            guard row.status == 403 else {
                #expect(
                    decision.step
                        == .finish(.rejected, reason: row.reason.rawValue, status: row.status))
                return
            }
            fallthrough
        case .later, .newConnection, .newProviderToken:
            guard case .retry(let date, let reason, let status) = decision.step else {
                Issue.record("\(row.reason) ended as \(decision.step)")
                return
            }
            #expect(reason == row.reason.rawValue)
            #expect(status == row.status)
            #expect(date >= Self.now && date <= Self.now.addingTimeInterval(1))
            #expect(decision.token == .unchanged)
        }
    }

    @Test(arguments: [
        (RejectionReason(rawValue: "BrandNewReason"), 400, false),
        (RejectionReason(rawValue: "HTTP 502"), 502, true),
        (RejectionReason(rawValue: "BrandNewReason"), 429, true),
        (RejectionReason(rawValue: "BrandNewReason"), 404, false),
    ])
    func `a reason that is not in the table is judged by its status`(
        _ reason: RejectionReason, _ status: Int, _ isRepeated: Bool
    ) {
        let step = decide(rejection(reason, status: status)).step
        if case .retry(_, let word, _) = step {
            #expect(isRepeated)
            #expect(word == reason.rawValue)
        } else {
            #expect(!isRepeated)
            #expect(step == .finish(.rejected, reason: reason.rawValue, status: status))
        }
    }

    @Test(arguments: [RejectionReason.unregistered, .expiredToken])
    func `a 410 kills a token unless it was registered at or after the timestamp`(
        _ reason: RejectionReason
    ) {
        let timestamp = Self.now.addingTimeInterval(-100)
        let dead = DeliveryDecision.TokenVerdict.dead(reason: reason.rawValue, since: timestamp)
        let cases: [(Double?, DeliveryDecision.TokenVerdict)] = [
            (nil, dead), (-101, dead), (-100.001, dead), (-100, .unchanged), (-99, .unchanged),
            (0, .unchanged),
        ]
        for (offset, wanted) in cases {
            let registeredAt = offset.map { Self.now.addingTimeInterval($0) }
            let decision = decide(
                rejection(reason, timestamp: timestamp), registeredAt: registeredAt)
            #expect(decision.token == wanted, "registered at \(offset ?? .nan)")
            #expect(decision.step == .finish(.rejected, reason: reason.rawValue, status: 410))
        }
    }

    @Test func `a 410 without a timestamp makes the token suspect`() {
        #expect(decide(rejection(.unregistered)).token == .suspect(reason: "Unregistered"))
    }

    @Test func `a 410 with an unknown reason also kills the token`() {
        let outcome = rejection(RejectionReason(rawValue: "Gone"), status: 410, timestamp: Self.now)
        #expect(decide(outcome).token == .dead(reason: "Gone", since: Self.now))
    }

    @Test func `a bad device token becomes suspect, and the delivery ends as rejected`() {
        let decision = decide(rejection(.badDeviceToken))
        #expect(decision.step == .finish(.rejected, reason: "BadDeviceToken", status: 400))
        #expect(decision.token == .suspect(reason: "BadDeviceToken"))
    }

    @Test(arguments: [(true, "no_answer"), (false, "not_sent")])
    func `a delivery without a response is retried; the reason shows whether it may have been sent`(
        _ mayHaveBeenProcessed: Bool, _ word: String
    ) {
        let outcome = PushOutcome.unknown(
            UnknownOutcome(
                code: .lost, mayHaveBeenProcessed: mayHaveBeenProcessed, cause: "connection lost"))
        guard case .retry(_, let reason, nil) = decide(outcome).step else {
            Issue.record("it was not tried again")
            return
        }
        #expect(reason == word)
    }

    @Test(arguments: [204, 301, 403, 404, 410, 502])
    func `a response that is not from APNs leads to a retry and leaves the token unchanged`(
        status: Int
    ) {
        let outcome = PushOutcome.unknown(
            UnknownOutcome(
                code: .notFromAPNs, mayHaveBeenProcessed: true, cause: "HTTP \(status)",
                status: status))
        let decision = decide(outcome)
        #expect(decision.token == .unchanged)
        guard case .retry(_, "not_from_apns", status) = decision.step else {
            Issue.record("\(decision)")
            return
        }
        let policy = DeliveryPolicy(attemptsMax: 3)
        #expect(
            decide(outcome, attempt: 3, policy: policy).step
                == .finish(.expired, reason: "not_from_apns", status: status))
    }

    @Test(arguments: [(1, 1.0), (2, 2), (3, 4), (6, 32), (7, 60), (40, 60), (4000, 60)])
    func `the span of the backoff doubles up to a limit, and the jitter uses the whole span`(
        _ attempt: Int, _ span: Double
    ) {
        var generator = SeededGenerator(seed: 3)
        let outcome = rejection(.tooManyRequests)
        let waits = (0..<300).map { _ -> Double in
            let decision = DeliveryPolicy().decide(
                outcome, attempt: attempt, now: Self.now, deadline: Self.later, registeredAt: nil,
                using: &generator)
            guard case .retry(let date, _, _) = decision.step else { return .nan }
            return date.timeIntervalSince(Self.now)
        }
        #expect(waits.allSatisfy { $0 >= 0 && $0 <= span })
        #expect(waits.min() ?? span < span * 0.1)
        #expect(waits.max() ?? 0 > span * 0.9)
    }

    @Test func `no retry is made after the deadline`() {
        let decision = decide(rejection(.serviceUnavailable), deadline: Self.now)
        #expect(decision.step == .finish(.expired, reason: "ServiceUnavailable", status: 503))
    }

    @Test func `the last attempt ends as rejected by APNs, or as expired if APNs did not respond`()
    {
        let policy = DeliveryPolicy(attemptsMax: 3)
        #expect(
            decide(rejection(.shutdown), attempt: 3, policy: policy).step
                == .finish(.rejected, reason: "Shutdown", status: 503))
        let silence = PushOutcome.unknown(
            UnknownOutcome(code: .deadline, mayHaveBeenProcessed: true, cause: "no response"))
        #expect(
            decide(silence, attempt: 3, policy: policy).step
                == .finish(.expired, reason: "no_answer", status: nil))
        guard case .retry = decide(silence, attempt: 2, policy: policy).step else {
            Issue.record("the second attempt was the last")
            return
        }
    }

    @Test(arguments: TokenState.allCases)
    func `nothing is sent to a token that is not usable, nor after the deadline`(
        _ state: TokenState
    ) {
        let policy = DeliveryPolicy()
        let early = policy.decideBeforeSending(
            tokenState: state, deadline: Self.later, now: Self.now)
        if state.isUsable {
            #expect(early == nil)
            let late = policy.decideBeforeSending(
                tokenState: state, deadline: Self.now, now: Self.now)
            #expect(late?.step == .finish(.expired, reason: nil, status: nil))
        } else {
            #expect(
                early?.step == .finish(.suppressed, reason: "token_\(state.rawValue)", status: nil))
        }
    }
}
