// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import Simulation

/// Decides what happens after an attempt.
package enum OutcomePolicy {
    /// The next step for the notification.
    package enum Step: Hashable, Sendable {
        case finish(OutcomeCode)
        /// The gateway sends the notification again after this time.
        case retry(after: Duration, reason: String)
    }

    /// - Parameters:
    ///   - attempt: the number of the attempt, from 1.
    ///   - remaining: the time until the deadline.
    package static func step(
        after outcome: TransportOutcome, attempt: Int, remaining: Duration, variant: UInt8,
        using generator: inout SeededGenerator
    ) -> Step {
        let failure: FailureClass
        let reason: String
        switch outcome {
        case .accepted: return .finish(OutcomeCode(.accepted, variant: variant))
        case .impossible(let text):
            return .finish(OutcomeCode(.suppressed, variant: variant, reason: text))
        case .rejected(let kind, _, let text): (failure, reason) = (kind, text)
        case .unknown(let text, let mayHaveBeenProcessed):
            (failure, reason) = (mayHaveBeenProcessed ? .lost : .notSent, text)
        }
        let traits = failure.traits
        guard traits.isRepeated, attempt < traits.attemptsMax else {
            return .finish(OutcomeCode(.rejected, variant: variant, reason: reason))
        }
        let delay = delay(traits, afterAttempt: attempt, using: &generator)
        guard delay < remaining else {
            return .finish(OutcomeCode(.expired, variant: variant, reason: reason))
        }
        return .retry(after: delay, reason: reason)
    }

    /// Returns the delay before the next attempt: the shortest delay in the table's row, plus a
    /// random part of a time span that doubles with each attempt ("full jitter").
    static func delay(
        _ traits: FailureClass.Traits, afterAttempt attempt: Int,
        using generator: inout SeededGenerator
    ) -> Duration {
        let doublings = min(max(attempt - 1, 0), 30)
        let span = min(
            traits.delayBase.wholeMilliseconds << Int64(doublings),
            traits.delayMax.wholeMilliseconds)
        guard span > 0 else { return traits.delayMin }
        let part = Int64(generator.next() % UInt64(span + 1))
        return traits.delayMin + .milliseconds(part)
    }
}
