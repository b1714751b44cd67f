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
    /// The sender's identifier of the message, with which replays are detected: 1 to
    /// ``SealLimits/identifierByteCountMax`` letters, digits, `-`, `_` or `:`. A message that is
    /// sent again keeps its identifier; no two messages share one.
    public var messageID: String
    /// When the sender made the message; sent in whole seconds.
    public var sentAt: Date
    /// When the message becomes obsolete; `nil` for never. Use the same value for
    /// `apns-expiration`.
    public var expiration: Date?

    public var title: String?
    public var subtitle: String?
    public var body: String?
    /// The thread that notifications are grouped by, as `thread-id`.
    public var thread: String?
    /// The category, which determines the actions, as `category`.
    public var category: String?
    /// The URL of an image, video or sound to attach.
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
