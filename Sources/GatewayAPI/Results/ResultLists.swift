// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A message in a list. The text of the message is omitted.
public struct MessageSummary: Hashable, Sendable, Codable {
    /// The kind of recipient that the sender named.
    public enum TargetKind: String, Hashable, Sendable, Codable, CaseIterable {
        case user, installation, token
    }

    public var id: String
    /// The bundle identifier.
    public var app: String
    public var targetKind: TargetKind
    /// The user, the installation, or the shortened token to which the message was sent.
    public var target: String
    public var pushType: PushType
    public var createdAt: Date
    /// The number of deliveries in each state, by the state's raw value.
    public var states: [String: Int]

    public init(
        id: String, app: String, targetKind: TargetKind, target: String, pushType: PushType,
        createdAt: Date, states: [String: Int]
    ) {
        self.id = id
        self.app = app
        self.targetKind = targetKind
        self.target = target
        self.pushType = pushType
        self.createdAt = createdAt
        self.states = states
    }

    enum CodingKeys: String, CodingKey {
        case id, app, target, states
        case targetKind = "target_kind"
        case pushType = "push_type"
        case createdAt = "created_at"
    }
}

/// The response to `GET /v1/messages`: the messages, newest first.
public struct MessageList: Hashable, Sendable, Codable {
    public var messages: [MessageSummary]
    /// The value of `after` for the next page; `nil` on the last page. A page may be empty although
    /// another follows, because the gateway examines a limited number of messages for each page.
    public var next: String?

    public init(messages: [MessageSummary], next: String?) {
        self.messages = messages
        self.next = next
    }
}

/// The response to `GET /v1/deliveries`: the deliveries of messages, newest first.
public struct DeliveryList: Hashable, Sendable, Codable {
    public var deliveries: [DeliveryResource]
    /// The value of `after` for the next page; `nil` on the last page. A page may be empty although
    /// another follows, because the gateway examines a limited number of deliveries for each page.
    public var next: String?

    public init(deliveries: [DeliveryResource], next: String?) {
        self.deliveries = deliveries
        self.next = next
    }
}

/// What became of a campaign on one installation.
public struct CampaignDeliveryResource: Hashable, Sendable, Codable {
    /// The installation's identifier; `nil` if the installation was deleted since.
    public var installation: String?
    /// `accepted`, `rejected`, `expired`, `suppressed`, `cancelled`, or `retrying` while the
    /// gateway will try again.
    public var outcome: String
    /// The reason given by APNs or by the gateway; `nil` for `accepted`.
    public var reason: String?
    /// The number of the content's variant, from 0.
    public var variant: Int

    public init(installation: String?, outcome: String, reason: String?, variant: Int) {
        self.installation = installation
        self.outcome = outcome
        self.reason = reason
        self.variant = variant
    }
}

/// The response to `GET /v1/campaigns/{id}/deliveries`: one entry for each installation.
public struct CampaignDeliveryList: Hashable, Sendable, Codable {
    public var deliveries: [CampaignDeliveryResource]
    /// The value of `after` for the next page; `nil` on the last page. A page may be empty although
    /// another follows, because the gateway examines a limited number of outcomes for each page.
    public var next: String?

    public init(deliveries: [CampaignDeliveryResource], next: String?) {
        self.deliveries = deliveries
        self.next = next
    }
}
