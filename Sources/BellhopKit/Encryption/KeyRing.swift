// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopSeal
import Foundation
import GatewayAPI

/// The public keys of the installation's key pairs, with their dates; the private keys are in a
/// ``KeyStorage``. The ring only decides when a key is replaced or deleted; it reads and writes no
/// files.
struct KeyRing: Codable, Hashable, Sendable {
    /// A key pair, represented by its public key.
    struct Entry: Codable, Hashable, Sendable {
        var key: EncryptionKey
        var made: Date
        /// The time at which this key was replaced by a new key; `nil` if the key is current.
        var retired: Date?
    }

    /// The key that the server should seal for.
    var current: Entry?
    /// Replaced keys, for which messages may still be under way, newest first.
    var previous: [Entry] = []
    /// The public keys of trusted senders.
    var senders: [EncryptionKey] = []

    /// Returns whether a new key is due, because there is no current key, or because the current
    /// key is of another suite, is old, or has a date so far in the future that the clock must have
    /// been wrong.
    func needsNewKey(suite: SealSuite, at now: Date) -> Bool {
        guard let current, current.key.suite == suite.rawValue else { return true }
        return abs(now.timeIntervalSince(current.made)) >= EncryptionKeys.rotationPeriod.inSeconds
    }

    /// Makes a new key the current one.
    mutating func rotate(to key: EncryptionKey, at now: Date) {
        if var entry = current {
            entry.retired = now
            previous.insert(entry, at: 0)
        }
        current = Entry(key: key, made: now)
    }

    /// Drops previous keys whose period has ended, and the oldest previous keys when there are too
    /// many.
    mutating func expire(at now: Date) {
        for index in previous.indices {
            // If the clock was ahead when the key was replaced, the key must not be kept for
            // longer.
            previous[index].retired = min(previous[index].retired ?? now, now)
        }
        previous.removeAll { entry in
            let age = now.timeIntervalSince(entry.retired ?? now)
            return age > EncryptionKeys.previousKeyPeriod.inSeconds
        }
        previous = Array(previous.prefix(EncryptionKeys.previousKeyCountMax))
    }

    /// The names of all key pairs.
    var ids: Set<String> { Set(([current].compactMap(\.self) + previous).map(\.key.id)) }
}
