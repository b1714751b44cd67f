// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import DeviceModel
import Synchronization

/// What a phone has reported to APNs about the channels that the phone follows.
struct ChannelNews {
    /// The channels that were last reported.
    var reported: [ChannelSubscription] = []
    /// The channels of a report that failed. The report is repeated when the channels change, or
    /// when the phone has been offline and is online again.
    var failed: [ChannelSubscription]?
    var isTelling = false

    /// Returns the channels that must be reported now; `nil` if there is nothing to report.
    mutating func due(_ device: Device) -> [ChannelSubscription]? {
        guard device.isOnline, !device.isAPNsBlocked else {
            failed = nil
            return nil
        }
        let wanted = device.followedChannels
        return wanted == reported || wanted == failed ? nil : wanted
    }
}

// The channels that the phone's Live Activities follow (`LA-20`), and the broadcasts on these
// channels.
extension VirtualDevice {
    /// Reports the followed channels to APNs if they have changed. The reports are made in
    /// sequence, and the last report contains the latest state.
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
                        state.channels.reported = wanted
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

    /// Receives a broadcast from APNs; returns when every Live Activity that follows the channel
    /// has received it.
    @discardableResult
    public func receive(_ broadcast: ChannelBroadcast) async -> [Arrival] {
        await working { await arrive(broadcast) }
    }

    /// Receives a broadcast from APNs without waiting for its effects. Decisions about broadcasts
    /// and pushes are made in the order of these calls.
    ///
    /// - Parameter then: Called with an arrival for each Live Activity that follows the channel.
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
