// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The subscription of an app on a device to a channel, as the device reports it to APNs.
public struct ChannelSubscription: Hashable, Sendable, Codable {
    public var bundleID: String
    /// The environment of the channel. Channels of one environment are unknown in the other.
    public var environment: APNSEnvironment
    public var channelID: ChannelID

    enum CodingKeys: String, CodingKey {
        case environment
        case bundleID = "bundle_id"
        case channelID = "channel_id"
    }

    public init(bundleID: String, environment: APNSEnvironment, channelID: ChannelID) {
        self.bundleID = bundleID
        self.environment = environment
        self.channelID = channelID
    }
}
