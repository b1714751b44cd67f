// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// All channels of all apps, and the devices that subscribe to them.
public struct ChannelRegistry: Sendable {
    /// The owner of channels: an app in one environment. The channels are unknown in the other
    /// environment.
    private struct Owner: Hashable {
        let bundleID: String
        let environment: APNSEnvironment
    }

    private var channels: [Owner: [ChannelID: BroadcastChannel]] = [:]
    private var followed: [String: Set<ChannelSubscription>] = [:]
    /// The apps whose App ID lacks the Broadcast capability.
    public private(set) var disabledBundleIDs: Set<String> = []
    private var totalCount = 0
    private let limits: ServiceLimits

    init(limits: ServiceLimits) { self.limits = limits }

    /// Returns a channel of an app in an environment; `nil` if the app has no such channel there.
    public func channel(
        _ id: ChannelID, of bundleID: String, _ environment: APNSEnvironment
    ) -> BroadcastChannel? { channels[Owner(bundleID: bundleID, environment: environment)]?[id] }

    /// Returns the channels of an app in an environment, in order from the oldest to the newest.
    public func channels(of bundleID: String, _ environment: APNSEnvironment) -> [BroadcastChannel]
    {
        let own = channels[Owner(bundleID: bundleID, environment: environment)] ?? [:]
        return own.values.sorted { ($0.createdAt, $0.id.text) < ($1.createdAt, $1.id.text) }
    }

    /// Returns the subscriptions of a device.
    public func followed(by deviceID: String) -> Set<ChannelSubscription> {
        followed[deviceID] ?? []
    }

    /// Returns whether the app may have another channel.
    func hasRoom(for bundleID: String, _ environment: APNSEnvironment) -> Bool {
        let own = channels[Owner(bundleID: bundleID, environment: environment)]?.count ?? 0
        return own < limits.channelCountPerAppMax && totalCount < limits.channelCountMax
    }

    mutating func create(
        for bundleID: String, _ environment: APNSEnvironment, storage: ChannelStorage, now: Date,
        using generator: inout some RandomNumberGenerator
    ) -> BroadcastChannel {
        var id = ChannelID.random(using: &generator)
        // A collision is practically impossible with 128 random bits.
        while channel(id, of: bundleID, environment) != nil { id = .random(using: &generator) }
        let channel = BroadcastChannel(
            id: id, bundleID: bundleID, environment: environment, storage: storage, createdAt: now)
        restore(channel)
        return channel
    }

    /// Adds an existing channel unchanged.
    mutating func restore(_ channel: BroadcastChannel) {
        let owner = Owner(bundleID: channel.bundleID, environment: channel.environment)
        if channels[owner, default: [:]].updateValue(channel, forKey: channel.id) == nil {
            totalCount += 1
        }
        for deviceID in channel.lastDelivered.keys {
            followed[deviceID, default: []].insert(channel.subscription)
        }
    }

    /// Changes a channel. Does nothing when the channel does not exist.
    mutating func change<Result>(
        _ subscription: ChannelSubscription, _ change: (inout BroadcastChannel) -> Result
    ) -> Result? {
        let owner = Owner(
            bundleID: subscription.bundleID, environment: subscription.environment)
        guard var channel = channels[owner]?[subscription.channelID] else { return nil }
        let result = change(&channel)
        channels[owner]?[subscription.channelID] = channel
        return result
    }

    /// Deletes a channel permanently, with its subscriptions.
    mutating func delete(_ subscription: ChannelSubscription) {
        let owner = Owner(
            bundleID: subscription.bundleID, environment: subscription.environment)
        guard let channel = channels[owner]?.removeValue(forKey: subscription.channelID) else {
            return
        }
        totalCount -= 1
        for deviceID in channel.lastDelivered.keys { forget(subscription, of: deviceID) }
    }

    /// Sets an app's Broadcast capability. Disabling the capability deletes all channels of the app
    /// (`LA-20`).
    mutating func setEnabled(_ isEnabled: Bool, bundleID: String) {
        guard !isEnabled else {
            disabledBundleIDs.remove(bundleID)
            return
        }
        disabledBundleIDs.insert(bundleID)
        for environment in APNSEnvironment.allCases {
            for channel in channels(of: bundleID, environment) { delete(channel.subscription) }
        }
    }

    /// Copies the channels and capabilities of another registry, without subscribers and stored
    /// broadcasts.
    mutating func takeChannels(from other: ChannelRegistry) {
        disabledBundleIDs = other.disabledBundleIDs
        for var channel in other.all {
            channel.stored = nil
            channel.lastDelivered = [:]
            restore(channel)
        }
    }

    /// Removes the stored broadcasts.
    mutating func removeStored() {
        for channel in all { _ = change(channel.subscription) { $0.stored = nil } }
    }

    /// All channels in a deterministic order.
    var all: [BroadcastChannel] {
        channels.values.flatMap(\.values).sorted {
            ($0.bundleID, $0.environment.rawValue, $0.createdAt, $0.id.text)
                < ($1.bundleID, $1.environment.rawValue, $1.createdAt, $1.id.text)
        }
    }

    private mutating func forget(_ subscription: ChannelSubscription, of deviceID: String) {
        followed[deviceID]?.remove(subscription)
        if followed[deviceID]?.isEmpty ?? false { followed[deviceID] = nil }
    }
}

// MARK: - Subscribers

extension ChannelRegistry {
    /// Sets the subscriptions of a device. Unknown channels are ignored.
    mutating func setFollowed(_ wanted: Set<ChannelSubscription>, by deviceID: String) {
        for subscription in followed(by: deviceID).subtracting(wanted) {
            unfollow(subscription, deviceID)
        }
        for subscription in wanted.subtracting(followed(by: deviceID)).sorted() {
            guard followed(by: deviceID).count < limits.followedChannelCountMax else { return }
            let exists: Void? = change(subscription) { $0.lastDelivered[deviceID] = 0 }
            if exists != nil { followed[deviceID, default: []].insert(subscription) }
        }
    }

    /// Removes the subscriptions of a device, or of one of its apps.
    mutating func removeFollower(_ deviceID: String, bundleID: String? = nil) {
        for subscription in followed(by: deviceID)
        where bundleID == nil || subscription.bundleID == bundleID {
            unfollow(subscription, deviceID)
        }
    }

    /// Returns the stored broadcasts that a device has not received yet, and records them as
    /// delivered.
    mutating func takeStored(for deviceID: String, now: Date) -> [ChannelBroadcast] {
        followed(by: deviceID).sorted().compactMap { subscription in
            change(subscription) { $0.takeStored(for: deviceID, now: now) } ?? nil
        }
    }

    private mutating func unfollow(_ subscription: ChannelSubscription, _ deviceID: String) {
        _ = change(subscription) { $0.lastDelivered[deviceID] = nil }
        forget(subscription, of: deviceID)
    }
}

extension BroadcastChannel {
    /// The subscription that identifies this channel when a device subscribes to it.
    var subscription: ChannelSubscription {
        ChannelSubscription(bundleID: bundleID, environment: environment, channelID: id)
    }
}

extension Set<ChannelSubscription> {
    /// Returns the subscriptions in a deterministic order.
    fileprivate func sorted() -> [ChannelSubscription] {
        sorted {
            ($0.bundleID, $0.environment.rawValue, $0.channelID.text)
                < ($1.bundleID, $1.environment.rawValue, $1.channelID.text)
        }
    }
}
