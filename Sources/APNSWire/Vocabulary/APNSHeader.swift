// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The names of the headers that APNs reads and writes, in lowercase as HTTP/2 sends them.
///
/// Sources: "Sending notification requests to APNs", "Handling notification responses from APNs",
/// "Sending channel management requests to APNs".
public enum APNSHeader {
    public static let authorization = "authorization"
    public static let pushType = "apns-push-type"
    public static let id = "apns-id"
    public static let expiration = "apns-expiration"
    public static let priority = "apns-priority"
    public static let topic = "apns-topic"
    public static let collapseID = "apns-collapse-id"
    /// The identifier of the notification in Apple's delivery log; only responses of the sandbox
    /// contain it.
    public static let uniqueID = "apns-unique-id"

    /// The channel identifier in base64, for broadcasts and channels.
    public static let channelID = "apns-channel-id"
    /// The identifier of the request, which broadcasts and channel management use instead of
    /// `apns-id`.
    public static let requestID = "apns-request-id"

    /// The request headers that may occur at most once.
    public static let requestHeaders = [
        authorization, pushType, id, expiration, priority, topic, collapseID, channelID, requestID,
    ]

    /// The part of a notification's path that precedes the token in hex, for one device.
    public static let devicePathPrefix = "/3/device/"
    /// The part of a broadcast's path that precedes the bare bundle identifier. Source: "Sending
    /// broadcast push notification requests to APNs".
    public static let broadcastPathPrefix = "/4/broadcasts/apps/"
    /// The part of a channel management path that precedes the bare bundle identifier.
    /// ``channelsPathSuffix`` or ``allChannelsPathSuffix`` follows the identifier.
    public static let managementPathPrefix = "/1/apps/"
    /// The end of the path to create (`POST`), read (`GET`) or delete (`DELETE`) one channel.
    public static let channelsPathSuffix = "/channels"
    /// The end of the path to list (`GET`) all channels of the app.
    public static let allChannelsPathSuffix = "/all-channels"
}
