// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The sender of a communication notification, whom the phone shows instead of the app's icon and
/// compares with the people whom a Focus allows.
///
/// Source: "Implementing communication notifications".
public struct Communication: Hashable, Sendable, Codable {
    public enum Kind: String, Hashable, Sendable, Codable {
        case message
        case call
    }

    public var kind: Kind
    /// The name that is shown.
    public var senderName: String
    /// The handle or contact identifier by which a Focus recognizes the person; `nil` when unknown.
    public var senderHandle: String?
    /// The file or the name of the avatar; if the value is `nil`, the initials are shown.
    public var avatar: String?
    /// The name of a group conversation; `nil` for a conversation with one person.
    public var groupName: String?
    public var recipientNames: [String]
    public var conversationID: String?
    /// Whether the sender may break through a Focus (`INT-8`).
    public var notifiesAnyway: Bool

    enum CodingKeys: String, CodingKey {
        case kind, avatar
        case senderName = "sender_name"
        case senderHandle = "sender_handle"
        case groupName = "group_name"
        case recipientNames = "recipient_names"
        case conversationID = "conversation_id"
        case notifiesAnyway = "notifies_anyway"
    }

    public init(
        kind: Kind = .message, senderName: String, senderHandle: String? = nil,
        avatar: String? = nil, groupName: String? = nil, recipientNames: [String] = [],
        conversationID: String? = nil, notifiesAnyway: Bool = false
    ) {
        self.kind = kind
        self.senderName = senderName
        self.senderHandle = senderHandle
        self.avatar = avatar
        self.groupName = groupName
        self.recipientNames = recipientNames
        self.conversationID = conversationID
        self.notifiesAnyway = notifiesAnyway
    }
}
