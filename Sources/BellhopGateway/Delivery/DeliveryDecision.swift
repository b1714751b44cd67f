// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import GatewayAPI

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What follows from an attempt: for the delivery and for its token.
public struct DeliveryDecision: Hashable, Sendable {
    /// What becomes of the delivery.
    public enum Step: Hashable, Sendable {
        /// It ends in a state that it keeps for ever.
        case finish(DeliveryState, reason: String?, status: Int?)
        /// It is tried again, not before this moment.
        case retry(at: Date, reason: String, status: Int?)
    }

    /// What was learnt about the token.
    public enum TokenVerdict: Hashable, Sendable {
        case unchanged
        /// APNs took a notification for it.
        case proven
        /// APNs called it bad, which may be the fault of the environment.
        case suspect(reason: String)
        /// APNs says that it has been dead since this moment; a registration at or after it wins.
        case dead(reason: String, since: Date)
    }

    public var step: Step
    public var token: TokenVerdict

    public init(_ step: Step, token: TokenVerdict = .unchanged) {
        self.step = step
        self.token = token
    }
}
