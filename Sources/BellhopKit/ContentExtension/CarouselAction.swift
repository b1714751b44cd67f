// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// A button under a carousel. The buttons are notification actions, so they work although the
/// extension's view gets no touches (rule `NCE-6`).
public enum CarouselAction: Hashable, Sendable {
    case previous
    case next
    /// Opens the link of a page.
    case open(page: Int)

    private static let prefix = "bellhop.carousel."

    /// The identifier of the notification action. It includes the page, so that the app can
    /// determine the destination from the response alone.
    public var identifier: String {
        switch self {
        case .previous: Self.prefix + "previous"
        case .next: Self.prefix + "next"
        case .open(let page): Self.prefix + "open.\(page)"
        }
    }

    /// Parses an identifier; `nil` for the app's other actions.
    public init?(identifier: String) {
        guard identifier.hasPrefix(Self.prefix) else { return nil }
        let parts = identifier.dropFirst(Self.prefix.count).split(separator: ".")
        switch (parts.first, parts.count) {
        case ("previous", 1): self = .previous
        case ("next", 1): self = .next
        case ("open", 2):
            guard let page = Int(parts[1]), (0..<CarouselPage.pageCountMax).contains(page) else {
                return nil
            }
            self = .open(page: page)
        default: return nil
        }
    }
}
