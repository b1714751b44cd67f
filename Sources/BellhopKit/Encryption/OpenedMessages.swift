// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopSeal
import Foundation

/// The messages that were opened, with the time of the first opening of each message. The record is
/// used to detect replays. This type reads and writes no files.
///
/// APNs and senders occasionally deliver a message twice, and an extension may be started again for
/// the same notification. Only the time distinguishes such a repeat from a replay by an attacker: a
/// copy within ``graceSeconds`` of the first is treated as the same delivery, and a later copy as a
/// replay.
struct OpenedMessages: Codable, Hashable, Sendable {
    /// The maximum number of messages remembered. Messages older than APNs's storage period are
    /// refused because of their date. Therefore, no message is forgotten too early if the phone
    /// receives at most this number of messages within the storage period.
    static let countMax = 2_048
    /// The period in which a message may be repeated after it was first opened, in seconds. An hour
    /// covers retries of senders and of APNs.
    static let graceSeconds: TimeInterval = 3_600

    struct Entry: Codable, Hashable, Sendable {
        /// A fingerprint of sender and message identifier, which contains no text of the message.
        var key: String
        var first: Date
    }

    /// The entries in the order of the first opening, oldest first.
    private(set) var entries: [Entry] = []

    enum Verdict: Hashable, Sendable {
        case new
        /// The message was repeated within the permitted time.
        case again
        /// The message was repeated later, as in a replay.
        case replayed(first: Date)
    }

    /// Records that a message was opened, and returns whether it is a repeat.
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
