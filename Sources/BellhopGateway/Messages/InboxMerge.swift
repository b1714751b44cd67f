// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI
import GatewayModel

/// Decides what a page of an inbox contains, and the position after it.
///
/// Messages have consecutive numbers in the inbox. Campaigns have none, because nothing is stored
/// for each installation; the position contains the newest campaign that was examined, and the
/// older campaigns that still have no outcome. So a campaign that gets its outcome after a newer
/// one is neither missed nor repeated.
struct InboxMerge {
    /// What the inbox knows about a campaign.
    enum Standing: Hashable {
        case shown
        case hidden
        /// The campaign may still be sent to the installation.
        case undecided
    }

    struct Message {
        let number: Int
        /// The time at which the message was added to the inbox, in milliseconds since 1970.
        let time: Int64
    }

    struct CampaignEntry {
        let number: Campaign.Number
        /// The time at which the campaign was created, in milliseconds since 1970.
        let time: Int64
        let standing: Standing
    }

    enum Entry: Hashable {
        /// The message at this index.
        case message(Int)
        case campaign(Campaign.Number)
    }

    /// The entries of the page, oldest first.
    private(set) var entries: [Entry] = []
    /// The position at which the next page begins.
    private(set) var position: InboxPosition
    /// Whether the next page already has something to examine.
    private(set) var hasMore = false

    /// - Parameters:
    ///   - position: the position at which the page begins.
    ///   - messages: the messages after the position, in order.
    ///   - lastNumber: the number of the newest message of the inbox, even if `messages` omits this
    ///     message.
    ///   - campaigns: the undecided campaigns of the position and the campaigns after the position,
    ///     in the order of their numbers.
    ///   - hasMoreCampaigns: whether there are more campaigns after `campaigns`.
    ///   - limit: the maximum number of entries.
    init(
        from position: InboxPosition, messages: [Message], lastNumber: Int,
        campaigns: [CampaignEntry], hasMoreCampaigns: Bool, limit: Int
    ) {
        self.position = position
        let examined = Self.examined(campaigns)
        let shown = examined.filter { $0.standing == .shown }
        var (nextMessage, nextCampaign) = (0, 0)
        while entries.count < limit {
            let message = messages.indices.contains(nextMessage) ? messages[nextMessage] : nil
            let campaign = shown.indices.contains(nextCampaign) ? shown[nextCampaign] : nil
            guard let message else {
                guard let campaign else { break }
                entries.append(.campaign(campaign.number))
                nextCampaign += 1
                continue
            }
            if let campaign, campaign.time < message.time {
                entries.append(.campaign(campaign.number))
                nextCampaign += 1
            } else {
                entries.append(.message(nextMessage))
                nextMessage += 1
            }
        }
        let hasMessages = nextMessage < messages.count
        if !hasMessages {
            // This also moves the position past omitted messages at the end, so that later calls do
            // not read them.
            self.position.number = lastNumber
        } else if nextMessage > 0 {
            self.position.number = messages[nextMessage - 1].number
        }
        let hasShown = nextCampaign < shown.count
        advance(over: examined, upTo: hasShown ? shown[nextCampaign].number : .max)
        let isBlocked = examined.count < campaigns.count
        hasMore = hasMessages || hasShown || hasMoreCampaigns && !isBlocked
    }

    /// Returns the campaigns that a page examines. If there are more undecided campaigns than the
    /// limit, the result ends before the first undecided campaign that exceeds the limit.
    private static func examined(
        _ campaigns: [CampaignEntry]
    ) -> ArraySlice<CampaignEntry> {
        var undecided = 0
        let end = campaigns.firstIndex { campaign in
            guard campaign.standing == .undecided else { return false }
            undecided += 1
            return undecided > GatewayLimits.inboxUndecidedMax
        }
        return campaigns[..<(end ?? campaigns.endIndex)]
    }

    /// Moves the position past the examined campaigns. If a shown campaign did not fit on the page,
    /// the position stays before the first such campaign.
    private mutating func advance(
        over examined: ArraySlice<CampaignEntry>, upTo end: Campaign.Number
    ) {
        let start = position.campaign
        position.undecided = []
        for campaign in examined {
            if campaign.number >= end {
                guard campaign.number <= start else { break }
                position.undecided.append(campaign.number)
            } else {
                if campaign.standing == .undecided { position.undecided.append(campaign.number) }
                position.campaign = max(position.campaign, campaign.number)
            }
        }
    }
}
