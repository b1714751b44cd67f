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
    /// The gateway has stored the delivery, which waits for its first or next attempt.
    case queued
    /// The gateway is sending the notification to APNs.
    case sending
    /// APNs accepted the notification.
    case accepted
    /// APNs rejected the notification permanently, with a reason.
    case rejected
    /// The message expired before APNs accepted it.
    case expired
    /// An event cancelled the delivery, for instance because the token was replaced.
    case cancelled
    /// The gateway intentionally did not send the notification, for instance because the token is
    /// known to be dead.
    case suppressed

    /// Whether the state is final.
    public var isTerminal: Bool { self != .queued && self != .sending }
}

/// A delivery as the gateway returns it.
public struct DeliveryResource: Hashable, Sendable, Codable {
    /// The delivery's identifier, which is ``apnsID`` as text.
    public var id: String
    /// The identifier of the message or of the campaign.
    public var message: String
    /// The identifier of the campaign that the notification belongs to; `nil` for a delivery of a
    /// message.
    public var campaign: String?
    /// The identifier of the installation to which the token belongs; `nil` for a token that is not
    /// registered.
    public var installation: String?
    /// The token's first six digits and a short hash. A broadcast has no token, so its value
    /// identifies the ``channel`` instead.
    public var token: String
    /// The channel, if this is the broadcast of a campaign; `nil` for a notification to a device.
    public var channel: String?
    public var environment: APNSEnvironment
    /// The transport; `nil` for APNs. For another transport, ``environment`` has no meaning.
    public var transport: PushTransport?
    /// The `apns-id` of every attempt, derived from the message and the token.
    public var apnsID: APNSID
    public var state: DeliveryState
    /// The reason from APNs, or a code that states why the delivery was cancelled, suppressed or
    /// retried.
    public var reason: String?
    /// The HTTP status from APNs, if APNs responded.
    public var status: Int?
    /// The number of attempts that the gateway has started.
    public var attempts: Int
    /// The time at which the delivery entered ``state``. For a notification of a campaign, the time
    /// at which the campaign ended or, if it has not ended, the time at which it was created.
    public var updatedAt: Date
    /// The `apns-unique-id` of APNs' response, with which the notification can be found in Apple's
    /// delivery log; only the sandbox sends it.
    public var apnsUniqueID: String?

    public init(
        id: String, message: String, campaign: String? = nil, installation: String?, token: String,
        environment: APNSEnvironment, apnsID: APNSID, state: DeliveryState, reason: String?,
        status: Int?, attempts: Int, updatedAt: Date, apnsUniqueID: String? = nil
    ) {
        self.id = id
        self.message = message
        self.campaign = campaign
        self.installation = installation
        self.token = token
        self.environment = environment
        self.apnsID = apnsID
        self.state = state
        self.reason = reason
        self.status = status
        self.attempts = attempts
        self.updatedAt = updatedAt
        self.apnsUniqueID = apnsUniqueID
    }

    enum CodingKeys: String, CodingKey {
        case id, message, campaign, installation, token, channel, environment, transport, state
        case reason
        case status
        case attempts
        case apnsID = "apns_id"
        case apnsUniqueID = "apns_unique_id"
        case updatedAt = "updated_at"
    }
}

/// A message as the gateway returns it, including in the response (202) to posting a message. The
/// text of the message is omitted.
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
    /// The first ``GatewayLimits/pageEntriesMax`` deliveries, or the first deliveries after the one
    /// that the request's parameter `after` names.
    public var deliveries: [DeliveryResource]
    /// The value of `after` for the next page; `nil` on the last page.
    public var next: String?
    /// The headers that the gateway inferred, and why it inferred them; only in the response to
    /// posting a message.
    public var inferred: [InferredResource]?
    /// The number of installations that reported each event, by the event's raw value.
    public var receipts: [String: Int]
    /// Whether the payload contains ``id`` under the key ``DeviceMessage/payloadKey``. The payload
    /// does not contain the identifier if the client used this key for another value, if the
    /// payload had no space left, or if no app code reads the push.
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
