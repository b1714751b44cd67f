// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The payload keys that the kit reads: keys next to `aps`, where a dot leads to a member of an
/// object. If a payload has several keys of one list, the key that comes first in the list is used.
public struct PayloadKeys: Hashable, Sendable {
    /// The keys of the message's identifier. The gateway uses `message_id`.
    public var messageID = ["message_id", "messageId"]
    /// The keys that may contain the URL of an image, video or sound.
    public var media = ["media-url", "image-url", "imageURL", "imageUrl", "image_url"]
    /// The keys of a sealed message; see `BellhopSeal`.
    public var encrypted = ["enc", "encryptedBody", "encrypted_body"]
    /// The keys of the destination of a tap. The destination is a URL within the app.
    public var link = ["link", "deepLink", "deep_link", "deeplink"]
    /// The keys of the conversation of a communication notification.
    public var conversation = ["conversation"]
    /// The keys that make the app fetch missed messages if one of them is `true` in a background
    /// push.
    public var refresh = ["refresh"]
    /// The keys of the texts that the service extension inserts. The texts are given as keys into
    /// the app's localized strings.
    public var localized = ["localized"]
    /// The keys of the pages that a content extension shows.
    public var carousel = ["carousel"]
    /// The keys of the location that a content extension shows on a map.
    public var map = ["map"]

    public init() {}
}
