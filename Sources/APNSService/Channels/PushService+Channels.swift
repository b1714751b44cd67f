// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Broadcast channels: what they do with an accepted request, and what devices say about them.
///
/// Sources: "Setting up broadcast push notifications", "Sending broadcast push notification
/// requests to APNs", "Sending channel management requests to APNs".
extension PushService {
    /// Notes which channels a device follows from now on, and hands it what those that are new
    /// keep. A channel that APNs does not know is left out.
    public mutating func setFollowed(
        _ subscriptions: Set<ChannelSubscription>, by deviceID: String, now: Date
    ) throws(ServiceError) -> [ServiceAction] {
        guard registry.devices[deviceID] != nil else { throw .unknownDevice(deviceID) }
        channels.setFollowed(subscriptions, by: deviceID)
        return releaseBroadcasts(deviceID: deviceID, now: now)
    }

    /// Switches an app's Broadcast capability, which is on unless told otherwise. Without it
    /// requests are answered `FeatureNotEnabled`, and all channels of the app are deleted.
    public mutating func setBroadcastEnabled(
        _ isEnabled: Bool, bundleID: String
    ) throws(ServiceError) {
        guard registry.apps[bundleID] != nil else { throw .unknownApp(bundleID) }
        channels.setEnabled(isEnabled, bundleID: bundleID)
    }

    /// What channels keep for a device that can be reached again (`SF-10`).
    mutating func releaseBroadcasts(deviceID: String, now: Date) -> [ServiceAction] {
        guard registry.devices[deviceID]?.isOnline ?? false else { return [] }
        return channels.takeKept(for: deviceID, now: now).map { .broadcast($0, deviceID: deviceID) }
    }

    /// Does what an accepted broadcast or channel request asks for.
    mutating func carryOut(
        _ inspection: Inspection, id: APNSID, using generator: inout some RandomNumberGenerator
    ) -> ServiceAnswer {
        var answer = ServiceAnswer(
            status: 200, headers: [.init(APNSHeader.requestID, id.text)], body: [], actions: [])
        guard let bundleID = inspection.channelBundleID else { return answer }
        let environment = inspection.environment
        switch (inspection.path, inspection.request.method, inspection.channelID.value) {
        case (.broadcast, _, let channelID?):
            let subscription = ChannelSubscription(
                bundleID: bundleID, environment: environment, channelID: channelID)
            answer.actions = publish(inspection, id: id, in: subscription)
        case (.channels, "POST", _):
            guard case .success(let storage) = ChannelSettings.read(inspection.request.body)
            else { break }
            let channel = channels.create(
                for: bundleID, environment, storage: storage, now: inspection.now,
                using: &generator)
            answer.status = 201
            answer.headers.append(.init(APNSHeader.channelID, channel.id.text))
        case (.channels, "DELETE", let channelID?):
            channels.delete(
                ChannelSubscription(
                    bundleID: bundleID, environment: environment, channelID: channelID))
            answer.status = 204
        case (.channels, _, let channelID?):
            guard let channel = channels.channel(channelID, of: bundleID, environment) else {
                break
            }
            answer.body = ChannelBody.settings(channel.storage)
        case (.allChannels, _, _):
            answer.body = ChannelBody.list(
                channels.channels(of: bundleID, environment).map(\.id))
        default: break
        }
        if !answer.body.isEmpty, options.sendsContentType {
            answer.headers.append(.init("content-type", "application/json"))
        }
        return answer
    }

    /// Hands a broadcast to every follower that can be reached. Chosen: no device holds one back
    /// to save power.
    private mutating func publish(
        _ inspection: Inspection, id: APNSID, in subscription: ChannelSubscription
    ) -> [ServiceAction] {
        let broadcast = ChannelBroadcast(
            id: id, bundleID: subscription.bundleID, channelID: subscription.channelID,
            priority: inspection.priority.value ?? .assumedWhenAbsent,
            body: inspection.request.body, acceptedAt: inspection.now)
        let devices = registry.devices
        let outcome = channels.change(subscription) { channel in
            channel.publish(broadcast, expiration: inspection.expiration.value)
            let reached = channel.followers.filter { devices[$0]?.isOnline ?? false }
            for deviceID in reached { channel.handed[deviceID] = channel.broadcastCount }
            return (reached: reached, channel: channel)
        }
        let sequence = record(inspection, id: id)
        guard let outcome else { return [] }
        let status: DeliveryStatus =
            if !outcome.reached.isEmpty { .published } else if outcome.channel.kept != nil {
                .keptForFollowers
            } else { .publishedToNobody }
        log.update(
            sequence, status, at: inspection.now,
            because: Self.words(for: outcome.channel, reachedCount: outcome.reached.count))
        return outcome.reached.map { .broadcast(broadcast, deviceID: $0) }
    }

    private static func words(for channel: BroadcastChannel, reachedCount: Int) -> String {
        let count = channel.handed.count
        guard count > 0 else {
            return "no device follows this channel; "
                + (channel.kept == nil ? "nothing is kept" : "kept for those that come")
        }
        let followers = count == 1 ? "follower" : "followers"
        let kept = channel.kept == nil ? "nothing is kept for others" : "kept for others"
        return "handed to \(reachedCount) of \(count) \(followers), \(kept)"
    }
}
