// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import DeviceModel
import Synchronization

/// What APNs knows of the channels that a phone follows.
struct ChannelNews {
    /// What APNs was told last.
    var told: [ChannelSubscription] = []
    /// What it could not be told; tried again when something else is to be told, or when the phone
    /// was offline in between.
    var failed: [ChannelSubscription]?
    var isTelling = false

    /// What APNs has to be told now; `nil` for nothing.
    mutating func due(_ device: Device) -> [ChannelSubscription]? {
        guard device.isOnline, !device.isAPNsBlocked else {
            failed = nil
            return nil
        }
        let wanted = device.followedChannels
        return wanted == told || wanted == failed ? nil : wanted
    }
}

// Which channels its Live Activities listen to (`LA-20`), and what comes through them.
extension VirtualDevice {
    /// Tells APNs what the phone follows if that is news, one call after another, the newest state
    /// last.
    func tellChannels() {
        let isDue = state.withLock { state in
            guard !state.channels.isTelling, state.channels.due(state.device) != nil else {
                return false
            }
            state.channels.isTelling = true
            return true
        }
        guard isDue else { return }
        spawn { [self] in
            while let wanted = nextChannels() {
                do {
                    try await link.follow(wanted, deviceID: id)
                    state.withLock { state in
                        state.channels.told = wanted
                        state.channels.failed = nil
                    }
                } catch { state.withLock { $0.channels.failed = wanted } }
            }
        }
    }

    private func nextChannels() -> [ChannelSubscription]? {
        state.withLock { state in
            let wanted = state.channels.due(state.device)
            if wanted == nil { state.channels.isTelling = false }
            return wanted
        }
    }

    /// Takes a broadcast from APNs; returns when every Live Activity that listens has it.
    @discardableResult
    public func receive(_ broadcast: ChannelBroadcast) async -> [Arrival] {
        await working { await arrive(broadcast) }
    }

    /// Takes a broadcast from APNs without waiting for what becomes of it. Broadcasts and pushes
    /// are decided in the order in which they are accepted.
    ///
    /// - Parameter then: gets what became of it: an arrival for each Live Activity that listens.
    public func accept(
        _ broadcast: ChannelBroadcast,
        then: @escaping @Sendable ([Arrival]) async -> Void = { _ in }
    ) {
        inOrder { [self] isDecided in
            let arrivals = await arrive(broadcast)
            isDecided()
            await then(arrivals)
        }
    }

    private func arrive(_ broadcast: ChannelBroadcast) async -> [Arrival] {
        let followers = snapshot.followers(
            ofChannel: broadcast.channelID.text, bundleID: broadcast.bundleID)
        var arrivals: [Arrival] = []
        for activityID in followers {
            arrivals.append(await arrive(.broadcast(broadcast, activityID: activityID)))
        }
        return arrivals
    }
}
