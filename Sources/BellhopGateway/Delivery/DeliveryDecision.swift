// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import GatewayAPI

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The consequences of an attempt, for the delivery and for its token.
public struct DeliveryDecision: Hashable, Sendable {
    /// The next step for the delivery.
    public enum Step: Hashable, Sendable {
        /// The delivery ends in a final state.
        case finish(DeliveryState, reason: String?, status: Int?)
        /// The delivery is tried again, not before this time.
        case retry(at: Date, reason: String, status: Int?)
    }

    /// The conclusion about the token.
    public enum TokenVerdict: Hashable, Sendable {
        case unchanged
        /// APNs accepted a notification for the token.
        case proven
        /// APNs rejected the token, possibly because the token belongs to the other environment.
        case suspect(reason: String)
        /// APNs reports that the token has been dead since this time; a registration at this time
        /// or later keeps the token active.
        case dead(reason: String, since: Date)
    }

    public var step: Step
    public var token: TokenVerdict
    /// The `apns-unique-id` of the response, by which the notification can be found in Apple's
    /// delivery log; only the sandbox sends this identifier.
    public var uniqueID: String?

    public init(_ step: Step, token: TokenVerdict = .unchanged) {
        self.step = step
        self.token = token
    }
}
