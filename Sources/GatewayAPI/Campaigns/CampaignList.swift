// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A campaign in a list.
public struct CampaignSummary: Hashable, Sendable, Codable {
    /// The campaign's identifier.
    public var id: String
    /// The bundle identifier of the app.
    public var app: String
    /// The state, as in ``CampaignResource/state``.
    public var state: String
    /// The lane in which the campaign is sent.
    public var lane: MessageLane
    public var createdAt: Date
    /// The time at which the last notification got an outcome, or the campaign was cancelled.
    public var finishedAt: Date?
    /// A short name for people; `nil` if the campaign has no name.
    public var name: String?
    /// The number of installations for each kind of outcome; `nil` for a gateway of an earlier
    /// version.
    public var totals: CampaignResource.Totals?
    /// The channel to which the campaign sends one broadcast; `nil` for a campaign with an
    /// audience.
    public var channel: String?

    public init(
        id: String, app: String, state: String, lane: MessageLane, createdAt: Date,
        finishedAt: Date?, name: String? = nil, totals: CampaignResource.Totals? = nil,
        channel: String? = nil
    ) {
        self.id = id
        self.app = app
        self.state = state
        self.lane = lane
        self.createdAt = createdAt
        self.finishedAt = finishedAt
        self.name = name
        self.totals = totals
        self.channel = channel
    }

    enum CodingKeys: String, CodingKey {
        case id, app, state, lane, name, totals, channel
        case createdAt = "created_at"
        case finishedAt = "finished_at"
    }
}

/// A page of the campaigns, newest first.
public struct CampaignList: Hashable, Sendable, Codable {
    public var campaigns: [CampaignSummary]
    /// The value of `after` for the next page; `nil` on the last page.
    public var next: String?

    public init(campaigns: [CampaignSummary], next: String?) {
        self.campaigns = campaigns
        self.next = next
    }
}
