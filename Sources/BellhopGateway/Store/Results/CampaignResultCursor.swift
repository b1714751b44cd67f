// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// A position in the outcomes of a campaign.
///
/// The outcomes are read in four phases, so that each installation appears with its final outcome:
/// the outcomes in the units, without those that are retried; the retries that have ended; the
/// retries that are still open; and the retries that ended while the third phase was read.
struct CampaignResultCursor: Hashable, Sendable {
    enum Phase: String, Hashable, Sendable {
        case units = "u"
        case retries = "r"
        case open = "o"
        case late = "l"
    }

    var phase = Phase.units
    /// The part that is read next: its unit, writer and number.
    var unit: Int64 = 1
    var writer: Int64 = 0
    var part: Int64 = 0
    /// The last installation of this part that was read; in the phase `open`, the last row.
    var after: Int64 = 0

    /// Creates the position before the first outcome.
    init() {}

    init?(_ text: String) {
        let words = text.split(separator: ".", omittingEmptySubsequences: false)
        guard words.count == 5, let phase = Phase(rawValue: String(words[0])) else { return nil }
        let numbers = words.dropFirst().compactMap { Int64($0) }
        guard numbers.count == 4, numbers.allSatisfy({ $0 >= 0 }) else { return nil }
        self.phase = phase
        (unit, writer, part, after) = (numbers[0], numbers[1], numbers[2], numbers[3])
    }

    var text: String { "\(phase.rawValue).\(unit).\(writer).\(part).\(after)" }
}
