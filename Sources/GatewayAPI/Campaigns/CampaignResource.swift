// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A campaign as the gateway returns it.
public struct CampaignResource: Hashable, Sendable, Codable {
    /// The number of installations for each kind of outcome.
    public struct Totals: Hashable, Sendable, Codable {
        /// APNs accepted the notification.
        public var accepted: Int
        /// APNs rejected the notification.
        public var rejected: Int
        /// The campaign expired before the notification could be sent.
        public var expired: Int
        /// The gateway did not send the notification, for instance because the person does not
        /// allow it.
        public var suppressed: Int
        /// The campaign was cancelled before the notification was sent.
        public var cancelled: Int
        /// The gateway will send the notification again.
        public var retrying: Int

        public init(
            accepted: Int, rejected: Int, expired: Int, suppressed: Int, cancelled: Int,
            retrying: Int
        ) {
            self.accepted = accepted
            self.rejected = rejected
            self.expired = expired
            self.suppressed = suppressed
            self.cancelled = cancelled
            self.retrying = retrying
        }
    }

    /// The number of installations with one reason.
    public struct Reason: Hashable, Sendable, Codable {
        /// The kind of outcome, one of the keys of ``Totals``.
        public var outcome: String
        /// The reason given by APNs or by the gateway, such as `Unregistered` or `no_consent`.
        public var reason: String
        public var count: Int

        public init(outcome: String, reason: String, count: Int) {
            self.outcome = outcome
            self.reason = reason
            self.count = count
        }
    }

    /// The campaign's identifier.
    public var id: String
    /// The bundle identifier of the app.
    public var app: String
    /// The filter of the recipients, as one line; `all` for all installations of the app; `nil` for
    /// a broadcast.
    public var audience: String?
    /// The broadcast of a campaign to a channel; `nil` for a campaign with an audience. For a
    /// broadcast, ``totals`` and ``reasons`` count the broadcast itself, not installations.
    public var broadcast: CampaignBroadcast?
    /// The state: `draft`, `awaiting_approval`, `scheduled`, `planning`, `sending`, `paused`,
    /// `done`, `cancelled` or `stopped`.
    public var state: String
    /// The reason why the gateway stopped the campaign, and what to do about it; only in the state
    /// `stopped`.
    public var stopReason: String?
    /// The reason why nothing is sent at present although the campaign is in progress, and what to
    /// do about it. The only such reason is that the gateway that responds cannot open the app's
    /// key. When it can open the key, the campaign continues.
    public var heldReason: String?
    public var totals: Totals
    /// The reasons of outcomes other than `accepted`.
    public var reasons: [Reason]
    /// When the campaign is sent, to whom within its audience, and within which limits; `nil` for a
    /// gateway of an earlier version.
    public var settings: CampaignSettings?

    public init(
        id: String, app: String, state: String, stopReason: String?, totals: Totals,
        reasons: [Reason], audience: String? = nil, heldReason: String? = nil
    ) {
        self.id = id
        self.app = app
        self.state = state
        self.stopReason = stopReason
        self.totals = totals
        self.reasons = reasons
        self.audience = audience
        self.heldReason = heldReason
    }

    private enum CodingKeys: String, CodingKey {
        case id, app, audience, broadcast, state
        case stopReason = "stop_reason"
        case heldReason = "held_reason"
        case totals, reasons, settings
    }

    /// Whether nothing more is sent until a person changes the campaign's state.
    public var isAtRest: Bool {
        ["done", "cancelled", "stopped", "paused", "draft", "awaiting_approval"].contains(state)
    }
}
