// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A message as an app fetches it, when it does not rely on the push.
public struct DeviceMessage: Hashable, Sendable, Codable {
    /// The same identifier as in the push: ``payloadKey`` in its payload.
    public var id: String
    /// The payload as it was, or would have been, pushed.
    public var payload: JSONValue
    /// When the gateway accepted it.
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

    /// The payload's key, beside `aps`, that holds the message's identifier.
    public static let payloadKey = "message_id"
}

/// The answer to `GET /v1/device/installations/{installation_id}/messages?after=…`: what was sent
/// to this installation, oldest first.
public struct DeviceMessagePage: Hashable, Sendable, Codable {
    public var messages: [DeviceMessage]
    /// What to send as `after` next time, also when there is nothing more now.
    public var cursor: String
    /// Whether the next page has messages already.
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
