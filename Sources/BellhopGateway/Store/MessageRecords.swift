// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import GatewayAPI

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Whom a message is for.
public enum MessageTarget: Hashable, Sendable {
    /// Every installation of a user.
    case user(String)
    case installation(String)
    /// One token, registered or not.
    case token(DeviceToken, APNSEnvironment)
}

/// Which tokens of a user or an installation a message is for.
public struct TokenChoice: Hashable, Sendable {
    public var families: Set<TokenFamily>
    /// Only tokens with this type of Live Activity; `nil` takes all.
    public var attributesType: String?
    /// Only tokens of this Live Activity; `nil` takes all.
    public var activity: String?

    public init(families: Set<TokenFamily>, attributesType: String? = nil, activity: String? = nil)
    {
        self.families = families
        self.attributesType = attributesType
        self.activity = activity
    }

    /// All tokens that take a push type.
    public init(_ type: PushType) {
        self.init(families: Set(TokenFamily.allCases.filter { $0.pushTypes.contains(type) }))
    }

    /// Whether the message goes to a token of this name. A token whose type of Live Activity nobody
    /// told fits every type.
    public func takes(_ name: TokenName) -> Bool {
        let isOfType =
            attributesType == nil || name.attributesType == nil
            || attributesType == name.attributesType
        return families.contains(name.family) && isOfType
            && (activity == nil || activity == name.activity)
    }
}

/// A message that was checked and is to be stored.
public struct NewMessage: Hashable, Sendable {
    public var id: String
    public var target: MessageTarget
    public var bundleID: String
    /// The payload as it will be sent.
    public var body: [UInt8]
    public var topic: Topic
    public var pushType: PushType
    public var priority: PushPriority
    public var collapseID: CollapseID?
    /// What goes into `apns-expiration`.
    public var expiration: PushExpiration?
    /// Until when the gateway tries.
    public var deadline: Date
    /// Deliveries at most; more and nothing is stored.
    public var deliveriesMax: Int
    public var idempotency: Idempotency?
    /// Whether the payload carries the message's identifier.
    public var carriesID: Bool
    /// Which tokens of the target it is for.
    public var tokens: TokenChoice

    public init(
        id: String, target: MessageTarget, bundleID: String, body: [UInt8], topic: Topic,
        pushType: PushType, priority: PushPriority, collapseID: CollapseID? = nil,
        expiration: PushExpiration? = nil, deadline: Date,
        deliveriesMax: Int = GatewayLimits.deliveriesPerMessageMax, idempotency: Idempotency? = nil,
        carriesID: Bool = false, tokens: TokenChoice? = nil
    ) {
        self.id = id
        self.target = target
        self.bundleID = bundleID
        self.body = body
        self.topic = topic
        self.pushType = pushType
        self.priority = priority
        self.collapseID = collapseID
        self.expiration = expiration
        self.deadline = deadline
        self.deliveriesMax = deliveriesMax
        self.idempotency = idempotency
        self.carriesID = carriesID
        self.tokens = tokens ?? TokenChoice(pushType)
    }
}

/// A request that must have its effect once, however often it is repeated.
public struct Idempotency: Hashable, Sendable {
    /// Whose key it is: the identifier of the API key.
    public var scope: String
    /// The `Idempotency-Key`.
    public var key: String
    /// SHA-256 of what was asked, in hex.
    public var fingerprint: String

    public init(scope: String, key: String, fingerprint: String) {
        self.scope = scope
        self.key = key
        self.fingerprint = fingerprint
    }
}

/// What became of a message that was to be stored.
public enum AcceptOutcome: Hashable, Sendable {
    /// It is stored with its deliveries and will survive a crash.
    case accepted
    /// The same request was stored before, as this message.
    case replayed(messageID: String)
    /// The idempotency key belongs to another request.
    case keyReused
    /// No token fits. There are tokens of these families, which it is not for.
    case noTargets(families: [TokenFamily])
    /// It would make more deliveries than allowed.
    case tooMany
}

/// A message as it is stored.
public struct StoredMessage: Hashable, Sendable {
    public var id: String
    public var bundleID: String
    public var topic: Topic
    public var pushType: PushType
    public var priority: PushPriority
    public var expiration: PushExpiration?
    public var createdAt: Date
    /// How many deliveries are in each state.
    public var states: [DeliveryState: Int]
    /// Whether the payload carries the message's identifier.
    public var carriesID: Bool
    /// How many installations reported each event.
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

/// A delivery as it is stored.
public struct StoredDelivery: Hashable, Sendable {
    /// Its identifier, which is its `apns-id` too.
    public var id: APNSID
    public var messageID: String
    public var installationID: String?
    public var token: DeviceToken
    public var environment: APNSEnvironment
    public var state: DeliveryState
    public var reason: String?
    public var status: Int?
    public var attempts: Int
    public var updatedAt: Date

    public init(
        id: APNSID, messageID: String, installationID: String?, token: DeviceToken,
        environment: APNSEnvironment, state: DeliveryState, reason: String?, status: Int?,
        attempts: Int, updatedAt: Date
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
    }
}
