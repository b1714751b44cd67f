// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A position in an inbox, as the text that an app stores. The text is opaque to apps.
struct InboxCursor {
    private static let radix = 36

    let position: InboxPosition

    init(_ position: InboxPosition) { self.position = position }

    /// Parses a cursor; `nil` if the text is not a valid cursor, for instance after the app has
    /// changed its server. An installed app cannot correct the text, so this is not an error: the
    /// app gets its inbox from the beginning.
    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let created = Int64(parts[0], radix: Self.radix),
            let number = Int(parts[1], radix: Self.radix), created >= 0, number >= 0
        else { return nil }
        position = InboxPosition(createdAt: Date(storedMilliseconds: created), number: number)
    }

    var text: String {
        String(position.createdAt.storedMilliseconds, radix: Self.radix) + "-"
            + String(position.number, radix: Self.radix)
    }
}
