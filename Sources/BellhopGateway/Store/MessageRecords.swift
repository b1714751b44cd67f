// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import GatewayAPI

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The target of a message.
public enum MessageTarget: Hashable, Sendable {
    /// All installations of a user.
    case user(String)
    case installation(String)
    /// One token, which need not be registered.
    case token(DeviceToken, APNSEnvironment)
}

/// The tokens of a user or an installation to which a message goes.
public struct TokenChoice: Hashable, Sendable {
    public var families: Set<TokenFamily>
    /// The type of Live Activity to which the tokens belong; `nil` for any type.
    public var attributesType: String?
    /// The Live Activity to which the tokens belong; `nil` for any activity.
    public var activity: String?

    public init(families: Set<TokenFamily>, attributesType: String? = nil, activity: String? = nil)
    {
        self.families = families
        self.attributesType = attributesType
        self.activity = activity
    }

    /// Chooses all tokens that are suitable for a push type.
    public init(_ type: PushType) {
        self.init(families: Set(TokenFamily.allCases.filter { $0.pushTypes.contains(type) }))
    }

    /// Returns whether the message goes to a token with a name. A token without a known type of
    /// Live Activity matches every type.
    public func takes(_ name: TokenName) -> Bool {
        let isOfType =
            attributesType == nil || name.attributesType == nil
            || attributesType == name.attributesType
        return families.contains(name.family) && isOfType
            && (activity == nil || activity == name.activity)
    }
}

/// A checked message that is to be stored.
public struct NewMessage: Hashable, Sendable {
    public var id: String
    public var target: MessageTarget
    public var bundleID: String
    /// The payload, as it will be sent.
    public var body: [UInt8]
    public var topic: Topic
    public var pushType: PushType
    public var lane: MessageLane
    public var priority: PushPriority
    public var collapseID: CollapseID?
    /// The value of `apns-expiration`.
    public var expiration: PushExpiration?
    /// The time after which the gateway no longer tries to send the message.
    public var deadline: Date
    /// The maximum number of deliveries; if the message would have more, nothing is stored.
    public var deliveriesMax: Int
    public var idempotency: Idempotency?
    /// Whether the payload contains the message's identifier.
    public var carriesID: Bool
    /// The tokens of the target to which the message goes.
    public var tokens: TokenChoice
    /// The urgency class of the notifications; `nil` if they show nothing, or if they are not
    /// counted.
    public var urgency: InterruptionLevel?
    /// Whether the payload's badge is the number that the gateway counts for each installation.
    public var countsBadge = false
    /// The changes of the message for FCM and Web Push.
    package var platforms = PlatformOverrides()
    /// The identifier of the only delivery, if the sender has chosen one; it is used unless another
    /// delivery has it. By default, the identifier is derived.
    package var deliveryID: APNSID?

    public init(
        id: String, target: MessageTarget, bundleID: String, body: [UInt8], topic: Topic,
        pushType: PushType, priority: PushPriority, collapseID: CollapseID? = nil,
        expiration: PushExpiration? = nil, deadline: Date,
        deliveriesMax: Int = GatewayLimits.deliveriesPerMessageMax, idempotency: Idempotency? = nil,
        carriesID: Bool = false, tokens: TokenChoice? = nil, lane: MessageLane? = nil,
        urgency: InterruptionLevel? = nil
    ) {
        self.id = id
        self.target = target
        self.bundleID = bundleID
        self.body = body
        self.topic = topic
        self.pushType = pushType
        self.lane = lane ?? MessageLane(for: pushType)
        self.priority = priority
        self.collapseID = collapseID
        self.expiration = expiration
        self.deadline = deadline
        self.deliveriesMax = deliveriesMax
        self.idempotency = idempotency
        self.carriesID = carriesID
        self.tokens = tokens ?? TokenChoice(pushType)
        self.urgency = urgency
    }
}

/// The identity of a request that must have its effect only once, however often it is repeated.
public struct Idempotency: Hashable, Sendable {
    /// The identifier of the API key that sent the request.
    public var scope: String
    /// The value of `Idempotency-Key`.
    public var key: String
    /// The SHA-256 of the request, in hex.
    public var fingerprint: String

    public init(scope: String, key: String, fingerprint: String) {
        self.scope = scope
        self.key = key
        self.fingerprint = fingerprint
    }
}

/// The result of storing a message.
public struct Acceptance: Hashable, Sendable {
    public let outcome: AcceptOutcome
    /// The message's deliveries, sorted by identifier; none unless the message was accepted.
    public let deliveries: [StoredDelivery]

    public init(_ outcome: AcceptOutcome, _ deliveries: [StoredDelivery] = []) {
        self.outcome = outcome
        self.deliveries = deliveries
    }
}

/// The outcome of storing a message.
public enum AcceptOutcome: Hashable, Sendable {
    /// The message is durably stored with its deliveries.
    case accepted
    /// The same request was stored before, as the message with this identifier.
    case replayed(messageID: String)
    /// The idempotency key belongs to another request.
    case keyReused
    /// No token is suitable. The target only has tokens of these families, to which the message
    /// does not go.
    case noTargets(families: [TokenFamily])
    /// The message would have more deliveries than permitted.
    case tooMany
}

/// The stored values of a message.
public struct StoredMessage: Hashable, Sendable {
    public var id: String
    public var bundleID: String
    public var topic: Topic
    public var pushType: PushType
    public var priority: PushPriority
    public var expiration: PushExpiration?
    public var createdAt: Date
    /// The number of deliveries in each state.
    public var states: [DeliveryState: Int]
    /// Whether the payload contains the message's identifier.
    public var carriesID: Bool
    /// The number of installations that reported each event.
    public var receipts: [Receipt.Event: Int]

    public init(
        id: String, bundleID: String, topic: Topic, pushType: PushType, priority: PushPriority,
        expiration: PushExpiration?, createdAt: Date, states: [DeliveryState: Int],
        carriesID: Bool = false, receipts: [Receipt.Event: Int] = [:]
    ) {
        self.id = id
        self.bundleID = bundleID
        self.topic = topic
        self.pushType = pushType
        self.priority = priority
        self.expiration = expiration
        self.createdAt = createdAt
        self.states = states
        self.carriesID = carriesID
        self.receipts = receipts
    }
}

/// The stored values of a delivery.
public struct StoredDelivery: Hashable, Sendable {
    /// The identifier of the delivery, which is also its `apns-id`.
    public var id: APNSID
    public var messageID: String
    public var installationID: String?
    public var token: DeviceToken
    public var environment: APNSEnvironment
    /// The transport. For a transport other than APNs, ``token`` is a hash of the address, and
    /// ``environment`` has no meaning.
    public var transport = PushTransport.apns
    public var state: DeliveryState
    public var reason: String?
    public var status: Int?
    public var attempts: Int
    public var updatedAt: Date
    /// The `apns-unique-id` of APNs' response, which only the sandbox sends.
    public var uniqueID: String?

    public init(
        id: APNSID, messageID: String, installationID: String?, token: DeviceToken,
        environment: APNSEnvironment, state: DeliveryState, reason: String?, status: Int?,
        attempts: Int, updatedAt: Date, uniqueID: String? = nil
    ) {
        self.id = id
        self.messageID = messageID
        self.installationID = installationID
        self.token = token
        self.environment = environment
        self.state = state
        self.reason = reason
        self.status = status
        self.attempts = attempts
        self.updatedAt = updatedAt
        self.uniqueID = uniqueID
    }
}
