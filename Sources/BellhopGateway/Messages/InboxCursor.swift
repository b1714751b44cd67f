// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A position in an inbox as the text that an app keeps. Apps do not look into it.
struct InboxCursor {
    private static let radix = 36

    let position: InboxPosition

    init(_ position: InboxPosition) { self.position = position }

    init(_ text: String) throws(Problem) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let created = Int64(parts[0], radix: Self.radix),
            let number = Int(parts[1], radix: Self.radix), created >= 0, number >= 0
        else {
            throw Problem(
                .badQuery,
                "\"after\" is no cursor of this gateway; send the \"cursor\" of the page before, or "
                    + "leave it out to begin anew", keyPath: "after")
        }
        position = InboxPosition(createdAt: Date(storedMilliseconds: created), number: number)
    }

    var text: String {
        String(position.createdAt.storedMilliseconds, radix: Self.radix) + "-"
            + String(position.number, radix: Self.radix)
    }
}
