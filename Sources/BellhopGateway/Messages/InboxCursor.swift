// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A position in an inbox, as the text that an app stores. The text is opaque to apps.
///
/// The parts of the text are numbers with the radix 36: the time at which the installation was
/// created, the number of the last message and, after the first campaign, the number of the newest
/// campaign and its differences from the numbers of the undecided campaigns.
struct InboxCursor {
    private static let radix = 36
    private static let separator: Character = "-"
    private static let listSeparator: Character = "."

    let position: InboxPosition

    init(_ position: InboxPosition) { self.position = position }

    /// Parses a cursor; `nil` if the text is not a valid cursor, for instance because it comes from
    /// another server that the app used before. An installed app cannot correct the text, so this
    /// is not an error: the app gets its inbox from the beginning.
    init?(_ text: String) {
        let parts = text.split(separator: Self.separator, omittingEmptySubsequences: false)
        guard (2...4).contains(parts.count), let created = Self.number(parts[0]),
            let number = Self.number(parts[1]).flatMap({ Int(exactly: $0) })
        else { return nil }
        var position = InboxPosition(
            createdAt: Date(storedMilliseconds: created), number: number)
        if parts.count > 2 {
            guard let campaign = Self.number(parts[2]) else { return nil }
            position.campaign = campaign
        }
        if parts.count > 3 {
            let list = parts[3].split(
                separator: Self.listSeparator, omittingEmptySubsequences: false)
            guard list.count <= GatewayLimits.inboxUndecidedMax else { return nil }
            for part in list {
                guard let difference = Self.number(part), difference < position.campaign else {
                    return nil
                }
                position.undecided.append(position.campaign - difference)
            }
        }
        self.position = position
    }

    /// Parses a number without a sign.
    private static func number(_ text: Substring) -> Int64? {
        guard let number = Int64(text, radix: radix), number >= 0, text.first != "+" else {
            return nil
        }
        return number
    }

    var text: String {
        func text(_ number: some BinaryInteger) -> String {
            String(number, radix: Self.radix)
        }
        var parts = [text(position.createdAt.storedMilliseconds), text(position.number)]
        if position.campaign > 0 { parts.append(text(position.campaign)) }
        if !position.undecided.isEmpty {
            let list = position.undecided.map { text(position.campaign - $0) }
            parts.append(list.joined(separator: String(Self.listSeparator)))
        }
        return parts.joined(separator: String(Self.separator))
    }
}
