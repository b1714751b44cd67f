// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopSeal
import Foundation

/// Which messages were opened, and when for the first time: the replay guard's memory. A pure
/// value.
///
/// APNs and senders deliver a message twice now and then, and an extension may be started again
/// for the same notification. Nobody can tell that from an attacker who sends the same bytes
/// again, but by time: within ``graceSeconds`` it is the same delivery, later it is a replay.
struct OpenedMessages: Codable, Hashable, Sendable {
    /// Messages that are remembered. What is older than APNs stores is refused by its date, so
    /// that a phone which gets fewer messages than this in that time forgets none too early.
    static let countMax = 2_048
    /// How long the same message may come again: an hour covers retries of senders and of APNs.
    static let graceSeconds: TimeInterval = 3_600

    struct Entry: Codable, Hashable, Sendable {
        /// A fingerprint of sender and message identifier: no text of a message's.
        var key: String
        var first: Date
    }

    /// Oldest first.
    private(set) var entries: [Entry] = []

    enum Verdict: Hashable, Sendable {
        case new
        /// It came again, soon after.
        case again
        /// It came again, and should not.
        case replayed(first: Date)
    }

    /// Notes that a message was opened and says what to think of it.
    mutating func note(_ message: SealedMessage, at now: Date) -> Verdict {
        let key = SealPublicKey.fingerprint(
            of: Data("\(message.senderKeyID ?? "") \(message.messageID)".utf8))
        if let entry = entries.first(where: { $0.key == key }) {
            let isSoon = abs(now.timeIntervalSince(entry.first)) <= Self.graceSeconds
            return isSoon ? .again : .replayed(first: entry.first)
        }
        entries.append(Entry(key: key, first: now))
        entries = entries.suffix(Self.countMax)
        return .new
    }
}
