// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// One page of a carousel: an image, texts, and a button with a link.
///
/// ```json
/// "carousel": [
///   {"image": "https://…", "title": "Oak table", "text": "Now 20 % off",
///    "button": "See table", "link": "shop://products/17"}
/// ]
/// ```
public struct CarouselPage: Hashable, Sendable {
    /// The maximum number of pages; further pages are left out. A payload has at most 4,096 bytes.
    public static let pageCountMax = 10

    /// The URL of an image.
    public var image: String?
    public var title: String?
    public var text: String?
    /// The title of the button; ``RichNotificationViewController/openTitle`` by default.
    public var button: String?
    /// The link within the app that the button opens; a page without a link has no button.
    public var link: String?

    public init(
        image: String? = nil, title: String? = nil, text: String? = nil, button: String? = nil,
        link: String? = nil
    ) {
        self.image = image
        self.title = title
        self.text = text
        self.button = button
        self.link = link
    }

    /// Returns the pages of a payload, in order. Values that are not objects are left out.
    public static func pages(
        of payload: PushPayload, _ keys: PayloadKeys = PayloadKeys()
    ) -> [CarouselPage] {
        let values = keys.carousel.lazy.compactMap { payload[$0]?.arrayValue }.first ?? []
        return values.compactMap(\.objectValue).prefix(pageCountMax).map { object in
            let fields = PushPayload(object)
            return CarouselPage(
                image: fields.string("image"), title: fields.string("title"),
                text: fields.string("text"), button: fields.string("button"),
                link: fields.string("link"))
        }
    }

    /// Returns the identifier of the attachment in which the service extension stores a page's
    /// image.
    static func attachmentIdentifier(_ index: Int) -> String { "carousel-\(index)" }
}
