// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

/// The channel to which a campaign sends one broadcast, in place of notifications to an audience.
///
/// For the engine, the campaign has one unit with one recipient, which represents the channel. So a
/// broadcast is leased, fenced and retried like a notification, and has an outcome like one. No
/// installation and no endpoint has the number of this recipient.
package struct BroadcastTarget: Hashable, Sendable {
    /// The number that a broadcast has in place of an installation number and an endpoint number.
    /// Installation numbers and endpoint numbers begin with 1.
    package static let number: Int64 = 0

    package let channel: ChannelID
    package let environment: APNSEnvironment
    /// The recipient that represents the channel. Its token is not a device token, but contains the
    /// channel's identifier.
    package let recipient: Recipient

    /// - Throws: `DeviceTokenError` if the channel's identifier is too long to be valid.
    package init(
        channel: ChannelID, environment: APNSEnvironment
    ) throws(DeviceTokenError) {
        self.channel = channel
        self.environment = environment
        recipient = Recipient(
            installation: Self.number, endpoint: Self.number, environment: environment,
            token: try DeviceToken(bytes: Array("channel \(channel.text)".utf8)))
    }
}
