// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A message or a campaign that an app fetches from the gateway, without relying on the push.
public struct DeviceMessage: Hashable, Sendable, Codable {
    /// The identifier of the message or campaign. The push's payload contains it under the key
    /// ``payloadKey``.
    public var id: String
    /// The payload of the push, whether or not the gateway sent the push.
    public var payload: JSONValue
    /// The time at which the gateway accepted the message or campaign.
    public var sentAt: Date

    public init(id: String, payload: JSONValue, sentAt: Date) {
        self.id = id
        self.payload = payload
        self.sentAt = sentAt
    }

    enum CodingKeys: String, CodingKey {
        case id, payload
        case sentAt = "sent_at"
    }

    /// The key in the payload, next to `aps`, whose value is the message's identifier.
    public static let payloadKey = "message_id"
}

/// The response to `GET /v1/device/installations/{installation_id}/messages?after=…`: the messages
/// and campaigns that were sent to this installation, oldest first.
public struct DeviceMessagePage: Hashable, Sendable, Codable {
    public var messages: [DeviceMessage]
    /// The value of `after` for the next request, even if there are no further messages yet.
    public var cursor: String
    /// Whether to request the next page now. A page may be empty and be followed by others.
    public var hasMore: Bool

    public init(messages: [DeviceMessage], cursor: String, hasMore: Bool) {
        self.messages = messages
        self.cursor = cursor
        self.hasMore = hasMore
    }

    enum CodingKeys: String, CodingKey {
        case messages, cursor
        case hasMore = "has_more"
    }
}
