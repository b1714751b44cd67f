// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Simulation
import Testing

@testable import GatewayModel

struct WebhookPolicyTests {
    private let policy = WebhookPolicy()

    private func step(
        _ outcome: WebhookPolicy.Outcome, _ attempt: Int, seed: UInt64 = 1
    ) -> WebhookPolicy.Step {
        var generator = SeededGenerator(seed: seed)
        return policy.step(after: outcome, attempt: attempt, using: &generator)
    }

    @Test(arguments: [200, 201, 202, 204, 299])
    func `every 2xx status counts as delivered`(status: Int) {
        #expect(step(.response(status: status, retryAfter: 60), 1) == .delivered)
    }

    @Test func `status 410 disables a webhook at once`() {
        #expect(step(.response(status: 410, retryAfter: nil), 1) == .disable(.gone))
    }

    @Test(
        arguments: [
            .failed("x"), .response(status: 301, retryAfter: nil),
            .response(status: 400, retryAfter: nil), .response(status: 500, retryAfter: nil),
        ] as [WebhookPolicy.Outcome])
    func `a failure or a status other than 2xx and 410 is retried nine times in four days`(
        outcome: WebhookPolicy.Outcome
    ) {
        var total = Duration.zero
        for attempt in 1...9 {
            guard case .retry(let pause) = step(outcome, attempt) else {
                Issue.record("attempt \(attempt) is the last")
                return
            }
            #expect(pause >= WebhookPolicy.pauses[attempt - 1])
            #expect(pause <= WebhookPolicy.pauses[attempt - 1] * 1.1)
            total += pause
        }
        #expect(total < .seconds(4 * 24 * 3600))
        #expect(step(outcome, 10) == .disable(.exhausted))
        #expect(step(outcome, 11) == .disable(.exhausted))
    }

    @Test func `the pauses are randomized`() {
        let pauses = (1...20).map { step(.failed("x"), 3, seed: $0) }
        #expect(Set(pauses).count > 15)
    }

    @Test func `Retry-After makes a pause longer, up to a day, and never shorter`() {
        #expect(step(.response(status: 503, retryAfter: 3600), 1) == .retry(after: .seconds(3600)))
        #expect(
            step(.response(status: 429, retryAfter: 1), 4)
                == step(.response(status: 429, retryAfter: nil), 4))
        #expect(
            step(.response(status: 503, retryAfter: .max), 1)
                == .retry(after: WebhookPolicy.retryAfterMax))
        #expect(
            step(.response(status: 503, retryAfter: -5), 1) == step(.failed("x"), 1))
    }
}
