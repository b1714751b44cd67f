// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A broadcast channel in the state of the simulated APNs.
public struct BroadcastChannel: Hashable, Sendable, Codable {
    public let id: ChannelID
    public let bundleID: String
    public let environment: APNSEnvironment
    /// The storage policy, which cannot be changed later.
    public let storage: ChannelStorage
    public let createdAt: Date
    /// The number of broadcasts sent to the channel.
    public internal(set) var broadcastCount = 0
    /// The broadcast stored for offline and future subscribers.
    var stored: StoredBroadcast?
    /// The number of the newest broadcast that was sent to each subscribed device; 0 before the
    /// first broadcast.
    var lastDelivered: [String: Int] = [:]

    /// The newest broadcast of a channel with storage.
    struct StoredBroadcast: Hashable, Sendable, Codable {
        var broadcast: ChannelBroadcast
        /// The number of the broadcast in its channel, counted from 1.
        var number: Int
        /// The time when the broadcast is discarded.
        var expiresAt: Date

        enum CodingKeys: String, CodingKey {
            case broadcast, number
            case expiresAt = "expires_at"
        }
    }

    enum CodingKeys: String, CodingKey {
        case id, environment, storage
        case stored = "kept"
        case lastDelivered = "handed"
        case bundleID = "bundle_id"
        case createdAt = "created_at"
        case broadcastCount = "broadcast_count"
    }

    init(
        id: ChannelID, bundleID: String, environment: APNSEnvironment, storage: ChannelStorage,
        createdAt: Date
    ) {
        self.id = id
        self.bundleID = bundleID
        self.environment = environment
        self.storage = storage
        self.createdAt = createdAt
    }

    /// The identifiers of the subscribed devices.
    public var followers: [String] { lastDelivered.keys.sorted() }

    /// Returns the broadcast that is stored for devices that were offline, if it has not expired
    /// (`SF-10`).
    public func storedBroadcast(at now: Date) -> ChannelBroadcast? {
        guard let stored, now < stored.expiresAt else { return nil }
        return stored.broadcast
    }

    /// Counts a broadcast, and stores it if the channel's policy and the expiration permit it.
    mutating func publish(_ broadcast: ChannelBroadcast, expiration: PushExpiration?) {
        broadcastCount += 1
        // The previously stored broadcast is no longer the most recent broadcast.
        stored = nil
        guard storage == .mostRecent, expiration != .oneAttempt else { return }
        let latest = broadcast.acceptedAt + ChannelStorage.storedSecondsMax
        let expiresAt = min(expiration?.date ?? latest, latest)
        guard broadcast.acceptedAt < expiresAt else { return }
        stored = StoredBroadcast(broadcast: broadcast, number: broadcastCount, expiresAt: expiresAt)
    }

    /// Returns the stored broadcast for a subscriber that has not received it yet, and records it
    /// as delivered.
    mutating func takeStored(for deviceID: String, now: Date) -> ChannelBroadcast? {
        guard let stored, now < stored.expiresAt, let last = lastDelivered[deviceID],
            last < stored.number
        else { return nil }
        lastDelivered[deviceID] = stored.number
        var broadcast = stored.broadcast
        broadcast.wasStored = true
        return broadcast
    }
}
