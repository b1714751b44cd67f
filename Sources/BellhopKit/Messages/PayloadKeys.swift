// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Where the app's server writes what the kit reads: keys beside `aps`, dots lead into objects.
/// The first key of a list that a payload has counts.
public struct PayloadKeys: Hashable, Sendable {
    /// The identifier of the message. The gateway's is `message_id`.
    public var messageID = ["message_id", "messageId"]
    /// The address of a picture, film or sound.
    public var media = ["media-url", "image-url", "imageURL", "imageUrl", "image_url"]
    /// A sealed text, see `BellhopSeal`.
    public var encrypted = ["enc", "encryptedBody", "encrypted_body"]
    /// Where a tap leads, as an address into the app.
    public var link = ["link", "deepLink", "deep_link", "deeplink"]
    /// The conversation of a communication notification.
    public var conversation = ["conversation"]
    /// A background push that has one of these as `true` makes the app fetch what it missed.
    public var refresh = ["refresh"]
    /// Texts by keys of the app's strings, which the service extension puts in.
    public var localized = ["localized"]
    /// The pages that a content extension shows.
    public var carousel = ["carousel"]
    /// The place that a content extension shows.
    public var map = ["map"]

    public init() {}
}
