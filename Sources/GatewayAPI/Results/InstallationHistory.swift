// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One event in the history of an installation.
public struct HistoryEntry: Hashable, Sendable, Codable {
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// The first registration.
        case created
        /// The last registration.
        case registered
        /// The last registration of a token.
        case token
        /// The end of a token; ``HistoryEntry/reason`` is the cause.
        case tokenEnded = "token_ended"
        /// A delivery of a message.
        case message
        /// A campaign; the time is that of the campaign's start, because the outcomes of campaigns
        /// contain no times.
        case campaign
        /// A receipt; the time is that of its arrival at the gateway.
        case receipt
    }

    public var at: Date
    public var kind: Kind
    /// The identifier of the message.
    public var message: String?
    /// The identifier of the campaign.
    public var campaign: String?
    /// The identifier of the delivery, which is the `apns-id`.
    public var delivery: String?
    /// The state of the delivery, the outcome of the campaign, or the state of the token.
    public var state: String?
    /// The reason for the state.
    public var reason: String?
    /// The HTTP status from APNs.
    public var status: Int?
    /// The token's first six digits and a short hash.
    public var token: String?
    public var family: TokenFamily?
    public var environment: APNSEnvironment?
    /// The transport; `nil` for APNs. For another transport, ``environment`` has no meaning.
    public var transport: PushTransport?
    /// The event of a receipt, as in ``Receipt/Event``.
    public var event: String?
    /// The identifier of the action that the person chose.
    public var action: String?
    /// For the end of a token, the time since which the token is invalid, as APNs reported it.
    public var invalidSince: Date?

    public init(at: Date, kind: Kind) {
        self.at = at
        self.kind = kind
    }

    enum CodingKeys: String, CodingKey {
        case at, kind, message, campaign, delivery, state, reason, status, token, family
        case environment, transport, event, action
        case invalidSince = "invalid_since"
    }
}

/// The response to `GET /v1/installations/{installation_id}/history`: what happened to an
/// installation, newest first.
public struct InstallationHistory: Hashable, Sendable, Codable {
    public var events: [HistoryEntry]
    /// The value of `after` for the next page; `nil` on the last page. A page may be empty although
    /// another follows, because the gateway examines a limited number of campaigns for each page.
    public var next: String?

    public init(events: [HistoryEntry], next: String?) {
        self.events = events
        self.next = next
    }
}
