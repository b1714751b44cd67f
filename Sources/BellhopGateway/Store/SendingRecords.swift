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

extension ClaimedDelivery {
    /// Where it is sent.
    public var lane: SendingLane { SendingLane(bundleID: bundleID, environment: environment) }
}

/// What a worker asks for: deliveries that are due, as many as there is room for.
public struct ClaimRequest: Hashable, Sendable {
    /// Tells the worker from others.
    public var owner: String
    public var room: SendingRoom
    /// Until when the deliveries are the worker's.
    public var leaseUntil: Date
    /// No delivery is due later than this. One that is was stored before the clock was set back,
    /// and becomes due now. `nil` leaves such deliveries as they are.
    public var latestDue: Date?
    public var now: Date

    public init(
        owner: String, room: SendingRoom, leaseUntil: Date, latestDue: Date? = nil, now: Date
    ) {
        self.owner = owner
        self.room = room
        self.leaseUntil = leaseUntil
        self.latestDue = latestDue
        self.now = now
    }
}

/// What a worker got.
public struct ClaimedBatch: Hashable, Sendable {
    public var deliveries: [ClaimedDelivery] = []
    /// The credentials of their apps by bundle identifier, without those of apps that have none.
    public var credentials: [String: AppCredential] = [:]
    public var unreadable: [UnreadableRow] = []

    public init() {}
}

/// A row that holds something that Bellhop did not write, and that was set aside.
public struct UnreadableRow: Hashable, Sendable {
    public var table: String
    /// Its key, for instance the delivery's identifier.
    public var key: String
    /// What is wrong with it. Never holds the value.
    public var cause: String

    public init(table: String, key: String, cause: String) {
        self.table = table
        self.key = key
        self.cause = cause
    }
}

/// What became of outcomes that were to be written down.
public struct RecordingResult: Hashable, Sendable {
    /// How many counted.
    public var count = 0
    public var unreadable: [UnreadableRow] = []

    public init() {}
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
