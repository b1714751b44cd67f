// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Broadcasts: which devices receive them, and how long they are stored.
extension ModelAPNS {
    struct Channel {
        let app: String
        let stores: Bool
        /// The newest broadcast, if it is stored.
        var stored: (number: Int, text: String, expiry: Date)?
        /// The number of the newest broadcast that each follower has received.
        var followers: [String: Int] = [:]
        var count = 0
    }

    static let storageOfBroadcasts: TimeInterval = 8 * 3600

    mutating func setFollowed(_ channels: Set<ChannelID>, by id: String, now: Date) {
        for channel in self.channels.keys {
            if !channels.contains(channel) {
                self.channels[channel]?.followers[id] = nil
            } else if self.channels[channel]?.followers[id] == nil {
                self.channels[channel]?.followers[id] = 0
            }
        }
        releaseBroadcasts(id, now: now)
    }

    mutating func broadcast(_ text: String, to id: ChannelID, expiration: Int, now: Date) {
        guard var channel = channels[id] else { return }
        channel.count += 1
        channel.stored = nil
        let expiry = min(
            Date(timeIntervalSince1970: Double(expiration)), now + Self.storageOfBroadcasts)
        if channel.stores, expiration != 0, expiry > now {
            channel.stored = (channel.count, text, expiry)
        }
        for follower in channel.followers.keys.sorted() {
            guard devices[follower]?.isOnline ?? false else { continue }
            channel.followers[follower] = channel.count
            deliveries.append("\(follower) \(text)")
        }
        channels[id] = channel
    }

    /// Delivers the stored broadcasts that a device has not received.
    mutating func releaseBroadcasts(_ id: String, now: Date) {
        guard devices[id]?.isOnline ?? false else { return }
        for key in channels.keys.sorted(by: { $0.text < $1.text }) {
            guard let channel = channels[key], let stored = channel.stored,
                let last = channel.followers[id], last < stored.number, now < stored.expiry
            else { continue }
            channels[key]?.followers[id] = stored.number
            deliveries.append("\(id) \(stored.text) stored")
        }
    }

    mutating func unfollow(_ id: String, app: String?) {
        for key in channels.keys where app.map({ $0 == channels[key]?.app }) ?? true {
            channels[key]?.followers[id] = nil
        }
    }
}
