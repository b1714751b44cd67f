// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One notification to all subscribers of a channel, on its way from APNs to a device.
///
/// Source: "Sending broadcast push notification requests to APNs".
public struct ChannelBroadcast: Hashable, Sendable, Codable {
    /// The longest body in bytes; a body of exactly this size is accepted (`LA-15`).
    public static let byteCountMax = 5120

    /// The `apns-request-id` of the request.
    public var id: APNSID
    /// The app's bundle identifier.
    public var bundleID: String
    public var channelID: ChannelID
    public var priority: PushPriority
    /// The payload as the sender wrote it.
    public var body: [UInt8]
    /// The time at which APNs accepted the broadcast.
    public var acceptedAt: Date
    /// Whether APNs had stored the broadcast because the device was offline or not yet subscribed
    /// to the channel.
    public var wasStored: Bool

    enum CodingKeys: String, CodingKey {
        case id, priority, body
        case bundleID = "bundle_id"
        case channelID = "channel_id"
        case acceptedAt = "accepted_at"
        case wasStored = "was_stored"
    }

    public init(
        id: APNSID, bundleID: String, channelID: ChannelID, priority: PushPriority = .immediate,
        body: [UInt8], acceptedAt: Date, wasStored: Bool = false
    ) {
        self.id = id
        self.bundleID = bundleID
        self.channelID = channelID
        self.priority = priority
        self.body = body
        self.acceptedAt = acceptedAt
        self.wasStored = wasStored
    }
}
