// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Decides what follows an attempt to deliver events to a webhook: from the outcome and the number
/// of the attempt, it determines the next step. The policy has no clock.
package struct WebhookPolicy: Hashable, Sendable {
    /// The outcome of one attempt.
    package enum Outcome: Hashable, Sendable {
        /// The server responded.
        ///
        /// - Parameter retryAfter: the seconds in the response's `Retry-After`.
        case response(status: Int, retryAfter: Int?)
        /// There was no response, for this reason. The text contains no address and no secret.
        case failed(String)
    }

    /// Why nothing more is sent to a webhook until a person enables it again.
    package enum DisableReason: String, Hashable, Sendable, Codable, CaseIterable {
        /// The server responded with 410: it does not want events any more.
        case gone
        /// All attempts have failed.
        case exhausted
        /// A person disabled the webhook.
        case person
    }

    /// The next step.
    package enum Step: Hashable, Sendable {
        case delivered
        case retry(after: Duration)
        case disable(DisableReason)
    }

    /// The pauses before the second and each later attempt. Together they are 75 hours and 35
    /// minutes. If the last of these attempts also fails, the webhook is disabled.
    package static let pauses: [Duration] = [
        .seconds(5), .seconds(5 * 60), .seconds(30 * 60), .hours(2), .hours(5), .hours(10),
        .hours(14), .hours(20), .hours(24),
    ]

    /// The longest time that a server can request with `Retry-After`; a longer time is reduced to
    /// this one.
    package static let retryAfterMax = Duration.hours(24)

    /// The largest part of a pause that is added at random, so that the events of many webhooks do
    /// not arrive at the same time: 10 percent.
    package static let jitterMax = 0.1

    package init() {}

    /// Returns the step after an attempt.
    ///
    /// - Parameter attempt: the number of the attempt to deliver these events, from 1.
    package func step(
        after outcome: Outcome, attempt: Int, using generator: inout some RandomNumberGenerator
    ) -> Step {
        var wanted = Duration.zero
        if case .response(let status, let retryAfter) = outcome {
            if (200...299).contains(status) { return .delivered }
            if status == 410 { return .disable(.gone) }
            wanted = min(.seconds(max(0, retryAfter ?? 0)), Self.retryAfterMax)
        }
        let place = max(1, attempt) - 1
        guard place < Self.pauses.count else { return .disable(.exhausted) }
        let pause = Self.pauses[place]
        let added = pause * Double.random(in: 0...Self.jitterMax, using: &generator)
        return .retry(after: max(pause + added, wanted))
    }
}

extension Duration {
    fileprivate static func hours(_ count: Int) -> Duration { .seconds(count * 3600) }
}
