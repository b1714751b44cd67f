// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The content that only sender and receiver may read: what the notification shows, and the app's
/// own data.
///
/// The content is sent as a sealed JSON object. ``messageID`` and ``expiration`` are sent next to
/// it unencrypted, but authenticated: a message in which they were changed cannot be opened.
public struct SealedContent: Hashable, Sendable {
    /// The identifier that the sender gives the message, by which replays are detected: 1 to
    /// ``SealLimits/identifierByteCountMax`` letters, digits, `-`, `_` or `:`. A message that is
    /// sent again keeps its identifier; no two messages share an identifier.
    public var messageID: String
    /// The time at which the sender made the message; it is sent in whole seconds.
    public var sentAt: Date
    /// The time at which the message becomes obsolete; `nil` if it never does. Use the same value
    /// for `apns-expiration`.
    public var expiration: Date?

    public var title: String?
    public var subtitle: String?
    public var body: String?
    /// The thread by which notifications are grouped; `thread-id` in `aps`.
    public var thread: String?
    /// The category, which determines the actions; `category` in `aps`.
    public var category: String?
    /// The URL of an image, video or sound to attach.
    public var image: String?
    /// The name of a sound of the app, or `default`.
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
