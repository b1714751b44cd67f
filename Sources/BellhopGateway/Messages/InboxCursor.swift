// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

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

    /// Reads a cursor; `nil` when it is none of this gateway. An app in the field cannot mend it,
    /// for instance after it changed its server, so that is no error: it begins anew.
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
