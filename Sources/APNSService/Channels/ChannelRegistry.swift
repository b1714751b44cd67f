// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Every channel of every app, and which devices follow them.
public struct ChannelRegistry: Sendable {
    /// Channels belong to an app in one environment and are unknown in the other.
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

    /// A channel, if the app has it in this environment.
    public func channel(
        _ id: ChannelID, of bundleID: String, _ environment: APNSEnvironment
    ) -> BroadcastChannel? { channels[Owner(bundleID: bundleID, environment: environment)]?[id] }

    /// The channels of an app in an environment, the oldest first.
    public func channels(of bundleID: String, _ environment: APNSEnvironment) -> [BroadcastChannel]
    {
        let own = channels[Owner(bundleID: bundleID, environment: environment)] ?? [:]
        return own.values.sorted { ($0.createdAt, $0.id.text) < ($1.createdAt, $1.id.text) }
    }

    /// What a device follows.
    public func followed(by deviceID: String) -> Set<ChannelSubscription> {
        followed[deviceID] ?? []
    }

    /// Whether the app may have one channel more.
    func hasRoom(for bundleID: String, _ environment: APNSEnvironment) -> Bool {
        let own = channels[Owner(bundleID: bundleID, environment: environment)]?.count ?? 0
        return own < limits.channelCountPerAppMax && totalCount < limits.channelCountMax
    }

    mutating func create(
        for bundleID: String, _ environment: APNSEnvironment, storage: ChannelStorage, now: Date,
        using generator: inout some RandomNumberGenerator
    ) -> BroadcastChannel {
        var id = ChannelID.random(using: &generator)
        // Never seen: 128 random bits.
        while channel(id, of: bundleID, environment) != nil { id = .random(using: &generator) }
        let channel = BroadcastChannel(
            id: id, bundleID: bundleID, environment: environment, storage: storage, createdAt: now)
        restore(channel)
        return channel
    }

    /// Puts a channel in place as it is.
    mutating func restore(_ channel: BroadcastChannel) {
        let owner = Owner(bundleID: channel.bundleID, environment: channel.environment)
        if channels[owner, default: [:]].updateValue(channel, forKey: channel.id) == nil {
            totalCount += 1
        }
        for deviceID in channel.handed.keys {
            followed[deviceID, default: []].insert(channel.subscription)
        }
    }

    /// Changes a channel; does nothing when there is none.
    mutating func change<Answer>(
        _ subscription: ChannelSubscription, _ change: (inout BroadcastChannel) -> Answer
    ) -> Answer? {
        let owner = Owner(
            bundleID: subscription.bundleID, environment: subscription.environment)
        guard var channel = channels[owner]?[subscription.channelID] else { return nil }
        let answer = change(&channel)
        channels[owner]?[subscription.channelID] = channel
        return answer
    }

    /// Deletes a channel for good; nobody follows it any more.
    mutating func delete(_ subscription: ChannelSubscription) {
        let owner = Owner(
            bundleID: subscription.bundleID, environment: subscription.environment)
        guard let channel = channels[owner]?.removeValue(forKey: subscription.channelID) else {
            return
        }
        totalCount -= 1
        for deviceID in channel.handed.keys { forget(subscription, of: deviceID) }
    }

    /// Switches an app's Broadcast capability; without it all its channels are gone (`LA-20`).
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

    /// Takes over channels and capabilities of another registry; nobody follows them, and what
    /// was kept is gone.
    mutating func takeChannels(from other: ChannelRegistry) {
        disabledBundleIDs = other.disabledBundleIDs
        for var channel in other.all {
            channel.kept = nil
            channel.handed = [:]
            restore(channel)
        }
    }

    /// Every channel, in an order that depends on nothing but them.
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

// MARK: - Followers

extension ChannelRegistry {
    /// Notes what a device follows from now on; channels that are not there are left out.
    mutating func setFollowed(_ wanted: Set<ChannelSubscription>, by deviceID: String) {
        for subscription in followed(by: deviceID).subtracting(wanted) {
            unfollow(subscription, deviceID)
        }
        for subscription in wanted.subtracting(followed(by: deviceID)).sorted() {
            guard followed(by: deviceID).count < limits.followedChannelCountMax else { return }
            let isThere: Void? = change(subscription) { $0.handed[deviceID] = 0 }
            if isThere != nil { followed[deviceID, default: []].insert(subscription) }
        }
    }

    /// A device, or its app, is gone.
    mutating func removeFollower(_ deviceID: String, bundleID: String? = nil) {
        for subscription in followed(by: deviceID)
        where bundleID == nil || subscription.bundleID == bundleID {
            unfollow(subscription, deviceID)
        }
    }

    /// What waits for a device in the channels that it follows.
    mutating func takeKept(for deviceID: String, now: Date) -> [ChannelBroadcast] {
        followed(by: deviceID).sorted().compactMap { subscription in
            change(subscription) { $0.takeKept(for: deviceID, now: now) } ?? nil
        }
    }

    private mutating func unfollow(_ subscription: ChannelSubscription, _ deviceID: String) {
        _ = change(subscription) { $0.handed[deviceID] = nil }
        forget(subscription, of: deviceID)
    }
}

extension BroadcastChannel {
    /// What a device that follows it has to name.
    var subscription: ChannelSubscription {
        ChannelSubscription(bundleID: bundleID, environment: environment, channelID: id)
    }
}

extension Set<ChannelSubscription> {
    /// In an order that depends on nothing but them.
    fileprivate func sorted() -> [ChannelSubscription] {
        sorted {
            ($0.bundleID, $0.environment.rawValue, $0.channelID.text)
                < ($1.bundleID, $1.environment.rawValue, $1.channelID.text)
        }
    }
}
