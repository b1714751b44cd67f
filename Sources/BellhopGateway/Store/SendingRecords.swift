// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import GatewayAPI
package import GatewayModel

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A delivery that a worker has claimed for a limited time, with everything that is needed to send
/// it.
public struct ClaimedDelivery: Hashable, Sendable {
    public var id: APNSID
    public var messageID: String
    /// A number that increases with each claim. Only the worker with the newest fence may record an
    /// outcome.
    public var fence: Int
    /// The number of this attempt, from 1.
    public var attempt: Int
    public var lane: SendingLane
    public var request: PushRequest
    public var tokenState: TokenState
    /// The time of the last registration call with the token.
    public var registeredAt: Date?
    /// The time after which the gateway no longer tries to send the delivery.
    public var deadline: Date
    /// The address for a transport other than APNs, of which the request's device token is only a
    /// hash; `nil` for APNs.
    package var foreign: ForeignAddress?
    /// The changes of the message for transports other than APNs.
    package var platforms = PlatformOverrides()

    public init(
        id: APNSID, messageID: String, fence: Int, attempt: Int, lane: SendingLane,
        request: PushRequest, tokenState: TokenState,
        registeredAt: Date?, deadline: Date
    ) {
        self.id = id
        self.messageID = messageID
        self.fence = fence
        self.attempt = attempt
        self.lane = lane
        self.request = request
        self.tokenState = tokenState
        self.registeredAt = registeredAt
        self.deadline = deadline
    }
}

extension ClaimedDelivery {
    public var bundleID: String { lane.destination.bundleID }
    public var environment: APNSEnvironment { lane.destination.environment }
}

/// A worker's request for as many due deliveries as there is room for.
public struct ClaimRequest: Hashable, Sendable {
    /// The name that distinguishes the worker from other workers.
    public var owner: String
    public var room: SendingRoom
    /// The time until which the deliveries belong to the worker.
    public var leaseUntil: Date
    /// The latest time at which a delivery can be due. If a delivery is due later, the clock has
    /// been set back since it was stored, and the delivery becomes due now. `nil` leaves such
    /// deliveries unchanged.
    public var latestDue: Date?
    /// The deliveries that the worker is still sending or recording and whose leases end soon or
    /// have ended. The store returns none of them, because the worker would send them again.
    public var held: [APNSID]
    public var now: Date

    public init(
        owner: String, room: SendingRoom, leaseUntil: Date, latestDue: Date? = nil,
        held: [APNSID] = [], now: Date
    ) {
        self.owner = owner
        self.room = room
        self.leaseUntil = leaseUntil
        self.latestDue = latestDue
        self.held = held
        self.now = now
    }
}

/// The deliveries that a worker has claimed.
public struct ClaimedBatch: Hashable, Sendable {
    public var deliveries: [ClaimedDelivery] = []
    /// The credentials of the deliveries' apps, by bundle identifier; apps without a credential are
    /// omitted.
    public var credentials: [String: AppCredential] = [:]
    /// The bundle identifiers of apps whose credentials cannot be opened, because the master key is
    /// missing or different.
    public var locked: [String] = []
    public var unreadable: [UnreadableRow] = []
    /// The credentials for transports other than APNs, by destination.
    package var providers: [SendingDestination: ProviderCredential] = [:]
    /// The destinations of other transports whose credentials cannot be opened.
    package var lockedProviders: Set<SendingDestination> = []

    public init() {}
}

/// A row that contains a value that Bellhop did not write, and that was therefore set aside.
public struct UnreadableRow: Hashable, Sendable {
    public var table: String
    /// The key of the row, for instance the delivery's identifier.
    public var key: String
    /// The problem of the row. The text never contains the value.
    public var cause: String

    public init(table: String, key: String, cause: String) {
        self.table = table
        self.key = key
        self.cause = cause
    }
}

/// The result of recording decisions.
public struct RecordingResult: Hashable, Sendable {
    /// The number of records that took effect.
    public var count = 0
    public var unreadable: [UnreadableRow] = []

    public init() {}
}

/// A worker's decision about a delivery that it has claimed.
public struct DeliveryRecord: Hashable, Sendable {
    public var id: APNSID
    /// The fence with which the delivery was claimed.
    public var fence: Int
    public var decision: DeliveryDecision

    public init(id: APNSID, fence: Int, decision: DeliveryDecision) {
        self.id = id
        self.fence = fence
        self.decision = decision
    }
}
