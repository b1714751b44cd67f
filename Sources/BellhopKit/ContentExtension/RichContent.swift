// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The content of an expanded notification, determined by its payload.
public enum RichContent: Hashable, Sendable {
    case carousel(CarouselModel)
    case map(PushMapLocation)
    /// The notification's own texts.
    case text

    public init(_ payload: PushPayload, keys: PayloadKeys = PayloadKeys()) {
        if let carousel = CarouselModel(payload, keys: keys) {
            self = .carousel(carousel)
        } else if let location = PushMapLocation(payload, keys: keys) {
            self = .map(location)
        } else {
            self = .text
        }
    }
}
