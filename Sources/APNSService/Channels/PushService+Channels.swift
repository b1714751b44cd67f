// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The part of the service for broadcast channels: it performs accepted requests, and manages the
/// subscriptions of devices.
///
/// Sources: "Setting up broadcast push notifications", "Sending broadcast push notification
/// requests to APNs", "Sending channel management requests to APNs".
extension PushService {
    /// Sets the channels to which a device subscribes, and delivers the stored broadcasts of
    /// channels to which the device did not subscribe before. Unknown channels are ignored.
    public mutating func setFollowed(
        _ subscriptions: Set<ChannelSubscription>, by deviceID: String, now: Date
    ) throws(ServiceError) -> [ServiceAction] {
        guard registry.device(deviceID) != nil else { throw .unknownDevice(deviceID) }
        channels.setFollowed(subscriptions, by: deviceID)
        return releaseBroadcasts(deviceID: deviceID, now: now)
    }

    /// Sets an app's Broadcast capability, which is enabled by default. Disabling it deletes all
    /// channels of the app; afterwards, requests are rejected with `FeatureNotEnabled`.
    public mutating func setBroadcastEnabled(
        _ isEnabled: Bool, bundleID: String
    ) throws(ServiceError) {
        guard registry.apps[bundleID] != nil else { throw .unknownApp(bundleID) }
        channels.setEnabled(isEnabled, bundleID: bundleID)
    }

    /// Returns the actions that deliver stored broadcasts to a device that is online again
    /// (`SF-10`).
    mutating func releaseBroadcasts(deviceID: String, now: Date) -> [ServiceAction] {
        guard registry.device(deviceID)?.isOnline ?? false else { return [] }
        return channels.takeStored(for: deviceID, now: now).map {
            .broadcast($0, deviceID: deviceID)
        }
    }

    /// Performs an accepted broadcast or channel request.
    mutating func carryOut(
        _ inspection: Inspection, id: APNSID, using generator: inout some RandomNumberGenerator
    ) -> ServiceResponse {
        var response = ServiceResponse(
            status: 200, headers: [.init(APNSHeader.requestID, id.text)], body: [], actions: [])
        guard let bundleID = inspection.channelBundleID else { return response }
        let environment = inspection.environment
        switch (inspection.path, inspection.request.method, inspection.channelID.value) {
        case (.broadcast, _, let channelID?):
            let subscription = ChannelSubscription(
                bundleID: bundleID, environment: environment, channelID: channelID)
            response.actions = publish(inspection, id: id, in: subscription)
        case (.channels, "POST", _):
            guard case .success(let storage) = ChannelSettings.read(inspection.request.body)
            else { break }
            let channel = channels.create(
                for: bundleID, environment, storage: storage, now: inspection.now,
                using: &generator)
            response.status = 201
            response.headers.append(.init(APNSHeader.channelID, channel.id.text))
        case (.channels, "DELETE", let channelID?):
            channels.delete(
                ChannelSubscription(
                    bundleID: bundleID, environment: environment, channelID: channelID))
            response.status = 204
        case (.channels, _, let channelID?):
            guard let channel = channels.channel(channelID, of: bundleID, environment) else {
                break
            }
            response.body = ChannelBody.settings(channel.storage)
        case (.allChannels, _, _):
            response.body = ChannelBody.list(
                channels.channels(of: bundleID, environment).map(\.id))
        default: break
        }
        if !response.body.isEmpty, options.sendsContentType {
            response.headers.append(.init("content-type", "application/json"))
        }
        return response
    }

    /// Delivers a broadcast to every subscriber that is online. Bellhop chose to deliver broadcasts
    /// immediately even to devices that save power.
    private mutating func publish(
        _ inspection: Inspection, id: APNSID, in subscription: ChannelSubscription
    ) -> [ServiceAction] {
        let broadcast = ChannelBroadcast(
            id: id, bundleID: subscription.bundleID, channelID: subscription.channelID,
            priority: inspection.priority.value ?? .assumedWhenAbsent,
            body: inspection.request.body, acceptedAt: inspection.now)
        let registry = registry
        let outcome = channels.change(subscription) { channel in
            channel.publish(broadcast, expiration: inspection.expiration.value)
            let reached = channel.followers.filter { registry.device($0)?.isOnline ?? false }
            for deviceID in reached { channel.lastDelivered[deviceID] = channel.broadcastCount }
            return (reached: reached, channel: channel)
        }
        let sequence = record(inspection, id: id)
        guard let outcome else { return [] }
        let status: DeliveryStatus =
            if !outcome.reached.isEmpty { .published } else if outcome.channel.stored != nil {
                .storedForFollowers
            } else { .publishedWithoutFollowers }
        log.update(
            sequence, status, at: inspection.now,
            because: Self.summary(for: outcome.channel, reachedCount: outcome.reached.count))
        return outcome.reached.map { .broadcast(broadcast, deviceID: $0) }
    }

    private static func summary(for channel: BroadcastChannel, reachedCount: Int) -> String {
        let count = channel.lastDelivered.count
        guard count > 0 else {
            return "no device follows this channel, and "
                + (channel.stored == nil
                    ? "the broadcast is not stored"
                    : "the broadcast is stored for future subscribers")
        }
        let followers = count == 1 ? "subscriber" : "subscribers"
        let storing =
            channel.stored == nil ? "not stored for other devices" : "stored for other devices"
        return "delivered to \(reachedCount) of \(count) \(followers); \(storing)"
    }
}
