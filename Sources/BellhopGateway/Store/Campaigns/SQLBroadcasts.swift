// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayModel
import SQLCore

/// Reads the channels of campaigns that send one broadcast.
enum SQLBroadcasts {
    /// The columns of `campaign c` that contain the channel.
    static let columns: SQL = "c.channel, c.channel_environment"

    /// Returns the channel of a campaign; `nil` for a campaign with an audience.
    static func target(_ row: SQLRow) throws -> BroadcastTarget? {
        guard let text: String = try row.optional("channel") else { return nil }
        guard let channel = ChannelID(text) else { throw SQLValueError(column: "campaign.channel") }
        return try BroadcastTarget(
            channel: channel, environment: row.word("channel_environment"))
    }

    /// Returns the `apns-request-id` of every attempt to send a campaign's broadcast; `nil` for a
    /// campaign with an audience.
    static func requestID(_ row: SQLRow) throws -> APNSID? {
        guard row["channel"]?.isNull == false else { return nil }
        return try SQLCampaigns.key(row).apnsID(
            step: UInt16(clamping: row.value("step") as Int64), endpoint: BroadcastTarget.number)
    }
}
