// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What only sender and receiver may read: what the notification shows, and what it carries for the
/// app.
///
/// On the wire it is a JSON object, sealed. ``messageID`` and ``expiration`` stand beside it in the
/// clear, where they can be read and not be changed.
public struct SealedContent: Hashable, Sendable {
    /// The sender's identifier of the message, by which a replay is seen:
    /// 1 to ``SealLimits/identifierByteCountMax`` letters, digits, `-`, `_` or `:`. A message that
    /// is sent again keeps it; no two messages share it.
    public var messageID: String
    /// When the sender made it; whole seconds on the wire.
    public var sentAt: Date
    /// From when nobody needs it; `nil` for never. Give `apns-expiration` the same value.
    public var expiration: Date?

    public var title: String?
    public var subtitle: String?
    public var body: String?
    /// The thread that notifications are grouped by, as `thread-id`.
    public var thread: String?
    /// The category that names the actions, as `category`.
    public var category: String?
    /// The address of a picture, film or sound to attach.
    public var image: String?
    /// A sound of the app, or `default`.
    public var sound: String?
    /// The number on the app's icon; 0 removes it.
    public var badge: Int?
    /// The app's own keys: links, identifiers.
    public var data: JSONObject

    public init(
        messageID: String, sentAt: Date, expiration: Date? = nil, title: String? = nil,
        subtitle: String? = nil, body: String? = nil, thread: String? = nil,
        category: String? = nil, image: String? = nil, sound: String? = nil, badge: Int? = nil,
        data: JSONObject = JSONObject()
    ) {
        self.messageID = messageID
        self.sentAt = sentAt
        self.expiration = expiration
        self.title = title
        self.subtitle = subtitle
        self.body = body
        self.thread = thread
        self.category = category
        self.image = image
        self.sound = sound
        self.badge = badge
        self.data = data
    }
}
