// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Where a delivery stands. A delivery is one message for one device token.
public enum DeliveryState: String, Hashable, Sendable, Codable, CaseIterable {
    /// Stored; waits for its (next) attempt.
    case queued
    /// On its way to APNs.
    case sending
    /// APNs took it.
    case accepted
    /// APNs refused it for good; the reason is APNs' own.
    case rejected
    /// Its time ran out before APNs took it.
    case expired
    /// Withdrawn by an event, for instance because the token was replaced.
    case cancelled
    /// Not sent on purpose, for instance because the token is known to be dead.
    case suppressed

    /// Whether it stays so for ever.
    public var isTerminal: Bool { self != .queued && self != .sending }
}

/// A delivery as the gateway shows it.
public struct DeliveryResource: Hashable, Sendable, Codable {
    /// The delivery's identifier; the text of ``apnsID``.
    public var id: String
    /// The message.
    public var message: String
    /// The installation that the token belonged to; `nil` for a token that nobody has registered.
    public var installation: String?
    /// The token's first six digits and a short hash.
    public var token: String
    public var environment: APNSEnvironment
    /// The `apns-id` of every attempt, made from message and token.
    public var apnsID: APNSID
    public var state: DeliveryState
    /// APNs' reason, or a word that says why it was cancelled, suppressed or tried again.
    public var reason: String?
    /// APNs' HTTP status, if it answered.
    public var status: Int?
    /// How many attempts were begun.
    public var attempts: Int
    /// When it came into ``state``.
    public var updatedAt: Date

    public init(
        id: String, message: String, installation: String?, token: String,
        environment: APNSEnvironment, apnsID: APNSID, state: DeliveryState, reason: String?,
        status: Int?, attempts: Int, updatedAt: Date
    ) {
        self.id = id
        self.message = message
        self.installation = installation
        self.token = token
        self.environment = environment
        self.apnsID = apnsID
        self.state = state
        self.reason = reason
        self.status = status
        self.attempts = attempts
        self.updatedAt = updatedAt
    }

    enum CodingKeys: String, CodingKey {
        case id, message, installation, token, environment, state, reason, status, attempts
        case apnsID = "apns_id"
        case updatedAt = "updated_at"
    }
}

/// A message as the gateway shows it; also the answer 202 to posting one. Its text is not shown.
public struct MessageResource: Hashable, Sendable, Codable {
    public var id: String
    /// The bundle identifier.
    public var app: String
    public var topic: String
    public var pushType: PushType
    public var priority: PushPriority
    public var createdAt: Date
    /// When it stops being sent; `nil` when the poster did not say.
    public var expiresAt: Date?
    /// How many deliveries there are in all.
    public var deliveryCount: Int
    /// How many there are in each state, by the state's word.
    public var states: [String: Int]
    /// The first ``GatewayLimits/pageEntriesMax`` deliveries, or those after `after`.
    public var deliveries: [DeliveryResource]
    /// What to send as `after` for the next page; `nil` on the last.
    public var next: String?
    /// What the gateway filled in, and why; only in the answer to posting.
    public var inferred: [InferredResource]?
    /// How many installations reported each event, by the event's word.
    public var receipts: [String: Int]
    /// Whether the payload carries ``id`` as ``DeviceMessage/payloadKey``. It does not when the
    /// poster put something else there, when there was no room, or when no app reads the push.
    public var carriesID: Bool

    public init(
        id: String, app: String, topic: String, pushType: PushType, priority: PushPriority,
        createdAt: Date, expiresAt: Date?, deliveryCount: Int, states: [String: Int],
        deliveries: [DeliveryResource], next: String?, inferred: [InferredResource]? = nil,
        receipts: [String: Int] = [:], carriesID: Bool = false
    ) {
        self.id = id
        self.app = app
        self.topic = topic
        self.pushType = pushType
        self.priority = priority
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.deliveryCount = deliveryCount
        self.states = states
        self.deliveries = deliveries
        self.next = next
        self.inferred = inferred
        self.receipts = receipts
        self.carriesID = carriesID
    }

    enum CodingKeys: String, CodingKey {
        case id, app, topic, priority, states, deliveries, next, inferred, receipts
        case carriesID = "carries_id"
        case pushType = "push_type"
        case createdAt = "created_at"
        case expiresAt = "expires_at"
        case deliveryCount = "delivery_count"
    }
}

/// One header that the gateway filled in.
public struct InferredResource: Hashable, Sendable, Codable {
    public var header: String
    public var value: String
    public var because: String

    public init(header: String, value: String, because: String) {
        self.header = header
        self.value = value
        self.because = because
    }

    public init(_ inferred: PushInference.Inferred) {
        self.init(header: inferred.header, value: inferred.value, because: inferred.because)
    }
}
