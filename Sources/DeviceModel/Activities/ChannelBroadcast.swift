// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One notification to everybody who follows a channel.
///
/// Source: "Sending broadcast push notification requests to APNs".
public struct ChannelBroadcast: Hashable, Sendable, Codable {
    /// The app's bundle identifier.
    public var bundleID: String
    /// The channel, as base64.
    public var channelID: String
    public var priority: PushPriority
    /// The payload as the sender wrote it.
    public var body: [UInt8]
    public var sentAt: Date
    /// Until when APNs keeps it; `nil` for not at all or, on a storing channel, the longest time.
    public var expiration: Date?

    enum CodingKeys: String, CodingKey {
        case priority, body, expiration
        case bundleID = "bundle_id"
        case channelID = "channel_id"
        case sentAt = "sent_at"
    }

    public init(
        bundleID: String, channelID: String, body: [UInt8], priority: PushPriority = .immediate,
        sentAt: Date, expiration: Date? = nil
    ) {
        self.bundleID = bundleID
        self.channelID = channelID
        self.body = body
        self.priority = priority
        self.sentAt = sentAt
        self.expiration = expiration
    }
}

/// A channel at APNs as far as phones that were away are concerned.
///
/// Source: "Setting up broadcast push notifications".
public struct BroadcastChannel: Hashable, Sendable, Codable, Identifiable {
    /// What APNs keeps for phones that are away.
    public enum Storage: Int, Hashable, Sendable, Codable, CaseIterable {
        /// Nothing.
        case none = 0
        /// The newest broadcast.
        case mostRecent = 1
    }

    /// How long a broadcast is kept at most, in seconds (`LA-20`).
    public static let keptSecondsMax: Double = 8 * 60 * 60

    /// As base64.
    public let id: String
    public let bundleID: String
    /// It cannot be changed later.
    public let storage: Storage
    private var newest: ChannelBroadcast?

    enum CodingKeys: String, CodingKey {
        case id, storage, newest
        case bundleID = "bundle_id"
    }

    public init(id: String, bundleID: String, storage: Storage) {
        self.id = id
        self.bundleID = bundleID
        self.storage = storage
    }

    /// Notes a broadcast of this channel; others are ignored.
    public mutating func note(_ broadcast: ChannelBroadcast) {
        guard broadcast.channelID == id, broadcast.bundleID == bundleID, storage == .mostRecent
        else { return }
        newest = broadcast
    }

    /// What a phone gets when it comes back (`SF-10`); `nil` for nothing.
    public func kept(at now: Date) -> ChannelBroadcast? {
        guard let newest else { return nil }
        let latest = newest.sentAt.addingTimeInterval(Self.keptSecondsMax)
        return now < min(newest.expiration ?? latest, latest) ? newest : nil
    }
}
