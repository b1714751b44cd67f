// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The state of a carousel: the page that is shown, and the link of its button.
public struct CarouselModel: Hashable, Sendable {
    /// The pages; at least one.
    public let pages: [CarouselPage]
    /// The index of the page that is shown.
    public private(set) var index = 0

    /// - Returns: `nil` if there are no pages.
    public init?(_ pages: [CarouselPage]) {
        guard !pages.isEmpty else { return nil }
        self.pages = pages
    }

    /// Reads the carousel from a payload; `nil` when it has none.
    public init?(_ payload: PushPayload, keys: PayloadKeys = PayloadKeys()) {
        self.init(CarouselPage.pages(of: payload, keys))
    }

    public var page: CarouselPage { pages[index] }
    /// The link of the button of the page that is shown.
    public var link: String? { page.link }

    /// The buttons for the page that is shown; buttons without a destination are left out.
    public var actions: [CarouselAction] {
        var actions: [CarouselAction] = []
        if link != nil { actions.append(.open(page: index)) }
        if index + 1 < pages.count { actions.append(.next) }
        if index > 0 { actions.append(.previous) }
        return actions
    }

    /// The effect of a button.
    public enum Outcome: Hashable, Sendable {
        /// Another page is shown.
        case turned
        /// The app opens the link.
        case opens(link: String)
        /// No effect: the button belongs to a page that does not exist.
        case ignored
    }

    public mutating func perform(_ action: CarouselAction) -> Outcome {
        switch action {
        case .next: return turn(to: index + 1)
        case .previous: return turn(to: index - 1)
        case .open(let page):
            guard pages.indices.contains(page), let link = pages[page].link else { return .ignored }
            return .opens(link: link)
        }
    }

    private mutating func turn(to page: Int) -> Outcome {
        guard pages.indices.contains(page) else { return .ignored }
        index = page
        return .turned
    }
}

extension PushPayload {
    /// Returns the payload with the destination of the person's response: if the person chose the
    /// button of a carousel's page, the link of that page replaces the notification's own link.
    ///
    /// The app calls this for each response to a notification; other actions change nothing.
    public func following(
        _ actionIdentifier: String, keys: PayloadKeys = PayloadKeys()
    ) -> PushPayload {
        guard let action = CarouselAction(identifier: actionIdentifier),
            var carousel = CarouselModel(self, keys: keys),
            case .opens(let link) = carousel.perform(action)
        else { return self }
        var payload = self
        for key in keys.link { payload.object[key] = nil }
        payload.object[keys.link.first ?? "link"] = .string(link)
        return payload
    }
}
