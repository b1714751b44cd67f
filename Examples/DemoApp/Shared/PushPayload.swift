// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The part of a payload that is ours: what stands beside `aps`.
///
/// A payload comes from outside, so everything is optional and a value of the wrong type counts as
/// missing.
public struct PushPayload: Equatable, Sendable {
    /// The conversation that a message belongs to.
    public struct Conversation: Equatable, Sendable {
        public let id: String
        public let senderID: String?
        public let senderName: String?
        /// The name of a group; `nil` between two people.
        public let groupName: String?
        /// Who else reads it, in a group.
        public let memberIDs: [String]
    }

    public var conversation: Conversation?
    public var orderID: String?
    public var reminderID: String?
    /// Where a tap leads, as a link into the app.
    public var link: URL?
    /// A page on the web that the app shows.
    public var article: URL?
    public var gameID: String?
    /// What a background push wants to have fetched.
    public var refresh: String?
    public var encrypted: EncryptedMessage?
    /// A picture for the notification; only HTTPS counts.
    public var mediaURL: URL?
    /// Set by the service extension: the text was opened.
    public var isDecrypted: Bool

    public init(_ userInfo: [AnyHashable: Any]) {
        conversation = (userInfo["conversation"] as? [String: Any]).flatMap(Conversation.init)
        orderID = Self.identifier(userInfo["order_id"])
        reminderID = userInfo["reminder"] as? String
        link = Self.url(userInfo["link"], schemes: ["demo"])
        article = Self.url(userInfo["article"], schemes: ["https"])
        gameID = Self.identifier(userInfo["game_id"]) ?? Self.identifier(userInfo["match"])
        refresh = userInfo["refresh"] as? String
        encrypted = (userInfo["enc"] as? [String: Any]).flatMap(EncryptedMessage.init)
        mediaURL = Self.url(userInfo["media-url"], schemes: ["https"])
        isDecrypted = userInfo["decrypted"] as? Bool ?? false
    }

    /// An identifier, which servers write as text or as a number.
    private static func identifier(_ value: Any?) -> String? {
        switch value {
        case let text as String where !text.isEmpty: text
        case let number as Int: String(number)
        default: nil
        }
    }

    private static func url(_ value: Any?, schemes: Set<String>) -> URL? {
        guard let text = value as? String, let url = URL(string: text),
            let scheme = url.scheme?.lowercased(), schemes.contains(scheme)
        else { return nil }
        return url
    }
}

extension PushPayload.Conversation {
    public init?(_ dictionary: [String: Any]) {
        guard let id = dictionary["id"] as? String, !id.isEmpty else { return nil }
        self.id = id
        senderID = dictionary["sender"] as? String
        senderName = dictionary["sender_name"] as? String
        groupName = dictionary["group"] as? String
        memberIDs = dictionary["members"] as? [String] ?? []
    }

    /// The same as user information, for content that the service extension made.
    public var dictionary: [String: Any] {
        var dictionary: [String: Any] = ["id": id]
        dictionary["sender"] = senderID
        dictionary["sender_name"] = senderName
        dictionary["group"] = groupName
        if !memberIDs.isEmpty { dictionary["members"] = memberIDs }
        return dictionary
    }
}
