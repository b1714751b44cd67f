// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The payload keys that the kit reads: keys next to `aps`, where dots lead into objects. If a
/// payload has several keys of one list, the key that comes first in the list is used.
public struct PayloadKeys: Hashable, Sendable {
    /// The identifier of the message. The gateway's is `message_id`.
    public var messageID = ["message_id", "messageId"]
    /// The URL of an image, video or sound.
    public var media = ["media-url", "image-url", "imageURL", "imageUrl", "image_url"]
    /// A sealed message, see `BellhopSeal`.
    public var encrypted = ["enc", "encryptedBody", "encrypted_body"]
    /// The destination of a tap, as a URL within the app.
    public var link = ["link", "deepLink", "deep_link", "deeplink"]
    /// The conversation of a communication notification.
    public var conversation = ["conversation"]
    /// The keys that make the app fetch missed messages if one of them is `true` in a background
    /// push.
    public var refresh = ["refresh"]
    /// The texts that the service extension inserts, given as keys of the app's strings.
    public var localized = ["localized"]
    /// The pages that a content extension shows.
    public var carousel = ["carousel"]
    /// The location that a content extension shows on a map.
    public var map = ["map"]

    public init() {}
}
