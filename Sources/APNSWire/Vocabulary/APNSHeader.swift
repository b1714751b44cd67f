// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The names of the headers APNs reads and writes, in lowercase as HTTP/2 sends them.
///
/// Source: "Sending notification requests to APNs", "Handling notification responses from APNs".
public enum APNSHeader {
    public static let authorization = "authorization"
    public static let pushType = "apns-push-type"
    public static let id = "apns-id"
    public static let expiration = "apns-expiration"
    public static let priority = "apns-priority"
    public static let topic = "apns-topic"
    public static let collapseID = "apns-collapse-id"
    /// Sandbox answers only: the identifier of the delivery log.
    public static let uniqueID = "apns-unique-id"

    /// Every header of a request that may stand there once at most.
    public static let requestHeaders = [
        authorization, pushType, id, expiration, priority, topic, collapseID,
    ]

    /// The path of a notification for one device: `/3/device/` and the token in hex.
    public static let devicePathPrefix = "/3/device/"
}
