// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension DeliveryPolicy {
    /// Decides what follows from an attempt with FCM or Web Push.
    ///
    /// - Parameters:
    ///   - attempt: the number of the attempt, from 1.
    ///   - sentAt: the time at which the attempt began. A registration at or after this time proves
    ///     that the address still exists.
    ///   - deadline: the time after which the gateway no longer tries.
    func decide(
        _ outcome: ForeignOutcome, attempt: Int, sentAt: Date, now: Date, deadline: Date,
        using generator: inout some RandomNumberGenerator
    ) -> DeliveryDecision {
        let (reason, status) = (outcome.reason, outcome.status)
        switch outcome.verdict {
        case .accepted:
            return DeliveryDecision(.finish(.accepted, reason: nil, status: status), token: .proven)
        case .addressGone:
            return DeliveryDecision(
                .finish(.rejected, reason: reason, status: status),
                token: .dead(reason: reason, since: sentAt))
        case .addressSuspect, .wrongCredential:
            return DeliveryDecision(
                .finish(.rejected, reason: reason, status: status), token: .suspect(reason: reason))
        case .messageRejected:
            return DeliveryDecision(
                .finish(status == nil ? .suppressed : .rejected, reason: reason, status: status))
        case .addressThrottled, .senderThrottled, .unavailable, .credentialRejected,
            .onwardCredentialRejected:
            return again(
                attempt: attempt, now: now, deadline: deadline, reason: reason, status: status,
                notBefore: outcome.retryAfter ?? .zero, using: &generator)
        }
    }
}
