// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The state of a delivery. A delivery is one message for one device token.
public enum DeliveryState: String, Hashable, Sendable, Codable, CaseIterable {
    /// Stored; waiting for its first or next attempt.
    case queued
    /// On its way to APNs.
    case sending
    /// Accepted by APNs.
    case accepted
    /// Rejected permanently by APNs, with a reason from APNs.
    case rejected
    /// The message expired before APNs accepted it.
    case expired
    /// Cancelled by an event, for instance because the token was replaced.
    case cancelled
    /// Intentionally not sent, for instance because the token is known to be dead.
    case suppressed

    /// Whether the state is final.
    public var isTerminal: Bool { self != .queued && self != .sending }
}

/// A delivery as the gateway returns it.
public struct DeliveryResource: Hashable, Sendable, Codable {
    /// The delivery's identifier; the text of ``apnsID``.
    public var id: String
    /// The identifier of the message.
    public var message: String
    /// The installation of the token; `nil` for a token that is not registered.
    public var installation: String?
    /// The token's first six digits and a short hash.
    public var token: String
    public var environment: APNSEnvironment
    /// The `apns-id` of every attempt, derived from message and token.
    public var apnsID: APNSID
    public var state: DeliveryState
    /// The reason from APNs, or a code for why the delivery was cancelled, suppressed or retried.
    public var reason: String?
    /// The HTTP status from APNs, if APNs responded.
    public var status: Int?
    /// The number of attempts that were started.
    public var attempts: Int
    /// The time at which the delivery entered ``state``.
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

/// A message as the gateway returns it, also in the response (202) to posting a message. The text
/// of the message is omitted.
public struct MessageResource: Hashable, Sendable, Codable {
    public var id: String
    /// The bundle identifier.
    public var app: String
    public var topic: String
    public var pushType: PushType
    public var priority: PushPriority
    public var createdAt: Date
    /// The time after which the message is no longer sent; `nil` if the client did not specify a
    /// time.
    public var expiresAt: Date?
    /// The total number of deliveries.
    public var deliveryCount: Int
    /// The number of deliveries in each state, by the state's raw value.
    public var states: [String: Int]
    /// The first ``GatewayLimits/pageEntriesMax`` deliveries, or those after `after`.
    public var deliveries: [DeliveryResource]
    /// The value of `after` for the next page; `nil` on the last page.
    public var next: String?
    /// The headers that the gateway inferred, and why; only in the response to posting.
    public var inferred: [InferredResource]?
    /// The number of installations that reported each event, by the event's raw value.
    public var receipts: [String: Int]
    /// Whether the payload contains ``id`` as ``DeviceMessage/payloadKey``. The payload does not
    /// contain the identifier if the client used this key for something else, if there was no room,
    /// or if no app code reads the push.
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

/// A header that the gateway inferred.
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
