// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import GatewayAPI

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A delivery that a worker holds for a while, with everything it takes to send it.
public struct ClaimedDelivery: Hashable, Sendable {
    public var id: APNSID
    public var messageID: String
    /// Grows with each claim; only the holder of the newest may record an outcome.
    public var fence: Int
    /// Which attempt this is, from 1.
    public var attempt: Int
    public var bundleID: String
    public var environment: APNSEnvironment
    public var request: PushRequest
    public var tokenState: TokenState
    /// The last registration call with the token.
    public var registeredAt: Date?
    /// Until when the gateway tries.
    public var deadline: Date

    public init(
        id: APNSID, messageID: String, fence: Int, attempt: Int, bundleID: String,
        environment: APNSEnvironment, request: PushRequest, tokenState: TokenState,
        registeredAt: Date?, deadline: Date
    ) {
        self.id = id
        self.messageID = messageID
        self.fence = fence
        self.attempt = attempt
        self.bundleID = bundleID
        self.environment = environment
        self.request = request
        self.tokenState = tokenState
        self.registeredAt = registeredAt
        self.deadline = deadline
    }
}

/// What a worker decided about a delivery it holds.
public struct DeliveryRecord: Hashable, Sendable {
    public var id: APNSID
    /// The fence of the claim.
    public var fence: Int
    public var decision: DeliveryDecision

    public init(id: APNSID, fence: Int, decision: DeliveryDecision) {
        self.id = id
        self.fence = fence
        self.decision = decision
    }
}
