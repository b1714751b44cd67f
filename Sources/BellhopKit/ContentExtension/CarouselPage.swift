// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// One page of a carousel: a picture, texts, and a button that leads somewhere.
///
/// ```json
/// "carousel": [
///   {"image": "https://…", "title": "Oak table", "text": "Now 20 % off",
///    "button": "See table", "link": "shop://products/17"}
/// ]
/// ```
public struct CarouselPage: Hashable, Sendable {
    /// Pages beyond these are left out: a payload has 4,096 bytes.
    public static let pageCountMax = 10

    /// The address of a picture.
    public var image: String?
    public var title: String?
    public var text: String?
    /// What the button says; ``RichNotificationViewController`` has a word for a page without.
    public var button: String?
    /// Where the button leads in the app; a page without has no button.
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

    /// The pages of a payload, in order. What is no object is left out.
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

    /// The attachment that holds a page's picture, when the service extension fetched it.
    static func attachmentIdentifier(_ index: Int) -> String { "carousel-\(index)" }
}
