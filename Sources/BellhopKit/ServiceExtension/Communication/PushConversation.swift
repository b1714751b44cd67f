// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The participants of a conversation, as given in the payload:
///
/// ```json
/// "conversation": {
///   "id": "c-1",
///   "sender": {"id": "u-1", "name": "Mia", "avatar": "https://…"},
///   "group": {"name": "Back yard", "avatar": "https://…",
///             "members": [{"id": "u-2", "name": "Leo"}]},
///   "mentions_me": true, "replies_to_me": false, "notify_anyway": false
/// }
/// ```
///
/// Only the sender's identifier and name are required. `sender`, `group` and each member may be
/// plain strings: the sender's identifier, the group's name and the member's identifier. The keys
/// next to them are then `sender_name`, `sender_avatar`, `group_avatar` and `members`.
public struct PushConversation: Hashable, Sendable {
    /// The maximum number of members; further members are left out. The system shows only a few.
    public static let memberCountMax = 32

    public struct Person: Hashable, Sendable {
        /// The identifier by which a Focus and Siri recognize the person: an email address, a phone
        /// number, or the app's own identifier.
        public var id: String
        public var name: String?
        /// The URL of an image.
        public var avatar: String?

        public init(id: String, name: String? = nil, avatar: String? = nil) {
            self.id = id
            self.name = name
            self.avatar = avatar
        }
    }

    public struct Group: Hashable, Sendable {
        public var name: String
        /// The URL of an image.
        public var avatar: String?
        /// The other participants, without the sender and the reader.
        public var members: [Person]

        public init(name: String, avatar: String? = nil, members: [Person] = []) {
            self.name = name
            self.avatar = avatar
            self.members = members
        }
    }

    public var id: String?
    public var sender: Person
    /// The group; `nil` between two people.
    public var group: Group?
    /// Whether the message mentions the reader.
    public var mentionsMe: Bool
    /// Whether the message replies to the reader.
    public var repliesToMe: Bool
    /// Whether the sender wants the message to break through a Focus.
    public var notifiesAnyway: Bool

    public init(
        id: String? = nil, sender: Person, group: Group? = nil, mentionsMe: Bool = false,
        repliesToMe: Bool = false, notifiesAnyway: Bool = false
    ) {
        self.id = id
        self.sender = sender
        self.group = group
        self.mentionsMe = mentionsMe
        self.repliesToMe = repliesToMe
        self.notifiesAnyway = notifiesAnyway
    }

    /// Reads the conversation from a payload; `nil` when it has none or does not name the sender.
    public init?(_ payload: PushPayload, keys: PayloadKeys = PayloadKeys()) {
        let found = keys.conversation.lazy.compactMap { payload[$0]?.objectValue }.first
        guard let object = found else { return nil }
        let fields = PushPayload(object)
        guard let senderID = fields.string(anyOf: ["sender.id", "sender"]),
            let senderName = fields.string(anyOf: ["sender.name", "sender_name"])
        else { return nil }
        sender = Person(
            id: senderID, name: senderName,
            avatar: fields.string(anyOf: ["sender.avatar", "sender_avatar"]))
        id = fields.string("id")
        if let name = fields.string(anyOf: ["group.name", "group"]) {
            let members = fields["group.members"] ?? fields["members"]
            group = Group(
                name: name, avatar: fields.string(anyOf: ["group.avatar", "group_avatar"]),
                members: Self.people(members, except: senderID))
        }
        mentionsMe = fields["mentions_me"]?.boolValue ?? false
        repliesToMe = fields["replies_to_me"]?.boolValue ?? false
        notifiesAnyway = fields["notify_anyway"]?.boolValue ?? false
    }

    private static func people(_ value: JSONValue?, except senderID: String) -> [Person] {
        let all = (value?.arrayValue ?? []).compactMap { member -> Person? in
            if let fields = member.objectValue.map(PushPayload.init) {
                return fields.string("id").map { Person(id: $0, name: fields.string("name")) }
            }
            return PushPayload(["id": member]).string("id").map { Person(id: $0) }
        }
        return Array(all.filter { $0.id != senderID }.prefix(memberCountMax))
    }
}
