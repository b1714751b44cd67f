// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayModel
import Simulation
import Testing

struct FailureClassTests {
    @Test(arguments: RejectionReason.table)
    func `every reason of APNs has a failure class that agrees with its retry advice`(
        row: RejectionReason.Row
    ) {
        let kind = FailureClass(status: row.status, reason: row.reason)
        switch row.retry {
        // A refused credential says nothing about the notification, so it is kept.
        case _ where row.status == 403: #expect(kind.traits.isRepeated)
        case .never, .fix: #expect(!kind.traits.isRepeated)
        case .later, .newConnection, .newProviderToken: #expect(kind.traits.isRepeated)
        }
    }

    @Test(arguments: [
        (429, "TooManyRequests", FailureClass.deviceBusy),
        (429, "TooManyProviderTokenUpdates", .credentialBusy),
        (503, "ServiceUnavailable", .provider), (599, "NeverSeen", .provider),
        (403, "InvalidProviderToken", .credentialRefused), (410, "Unregistered", .endpoint),
        (400, "BadDeviceToken", .endpoint), (413, "PayloadTooLarge", .request),
        (400, "NeverSeen", .request), (400, "IdleTimeout", .connection),
    ])
    func `a rejection is classified by reason and status`(
        status: Int, reason: String, expected: FailureClass
    ) {
        #expect(
            FailureClass(status: status, reason: RejectionReason(rawValue: reason)) == expected)
    }

    @Test func `a 410 without a timestamp proves nothing about the token`() {
        let reason = RejectionReason(rawValue: "Unregistered")
        let since = DatabaseTime(milliseconds: 5)
        #expect(
            TransportOutcome.rejected(status: 410, reason: reason, since: since)
                == .rejected(.endpoint, .dead(since: since), reason: "Unregistered"))
        #expect(
            TransportOutcome.rejected(status: 410, reason: reason, since: nil)
                == .rejected(.endpoint, .suspect, reason: "Unregistered"))
    }

    @Test(arguments: FailureClass.allCases.filter(\.traits.isRepeated))
    func `a retry's delay is between the limits of its failure class, and grows`(
        kind: FailureClass
    ) {
        var generator = SeededGenerator(seed: 5)
        let traits = kind.traits
        var longest = Duration.zero
        for attempt in 1...40 {
            let outcome = TransportOutcome.rejected(kind, .unchanged, reason: "x")
            let step = OutcomePolicy.step(
                after: outcome, attempt: min(attempt, traits.attemptsMax - 1),
                remaining: .seconds(100_000), variant: 0, using: &generator)
            guard case .retry(let delay, "x") = step else {
                Issue.record("\(step)")
                return
            }
            #expect(delay >= traits.delayMin && delay <= traits.delayMin + traits.delayMax)
            longest = max(longest, delay)
        }
        #expect(longest > traits.delayMin + traits.delayBase / 2)
    }

    @Test func `a notification expires if its retry would come after the deadline`() {
        var generator = SeededGenerator(seed: 6)
        let step = OutcomePolicy.step(
            after: .rejected(.deviceBusy, .unchanged, reason: "TooManyRequests"), attempt: 1,
            remaining: .seconds(4), variant: 2, using: &generator)
        #expect(step == .finish(OutcomeCode(.expired, variant: 2, reason: "TooManyRequests")))
    }

    @Test func `the third 429 of a device ends its notification`() {
        var generator = SeededGenerator(seed: 7)
        let step = OutcomePolicy.step(
            after: .rejected(.deviceBusy, .unchanged, reason: "TooManyRequests"), attempt: 3,
            remaining: .seconds(4000), variant: 0, using: &generator)
        #expect(step == .finish(OutcomeCode(.rejected, reason: "TooManyRequests")))
    }
}
