// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto
public import GatewayAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The chain of the audit log. The hash of each entry covers the hash of the entry before it, so
/// that a changed, inserted or removed entry is found.
public enum AuditChain {
    /// The hash before the first entry.
    public static let start = String(repeating: "0", count: 64)

    /// Returns the hash that an entry must have: SHA-256 of its values and of the hash before it,
    /// in hexadecimal digits. Each value is preceded by its length, so that different entries never
    /// have the same bytes.
    public static func hash(of entry: AuditEntry) -> String {
        var hash = SHA256()
        let values: [String?] = [
            "bellhop audit 1", entry.previous, "\(entry.number)",
            "\(entry.at.storedMilliseconds)", entry.key, entry.action, entry.app, entry.object,
            entry.before, entry.after, entry.address,
        ]
        for value in values {
            let bytes = value.map { Array($0.utf8) }
            let count = Int64(bytes?.count ?? -1)
            withUnsafeBytes(of: count.bigEndian) { hash.update(bufferPointer: $0) }
            hash.update(data: bytes ?? [])
        }
        return Hex.encode(hash.finalize())
    }

    /// Returns a sentence that describes what is wrong with an entry; `nil` if the entry is
    /// correct.
    ///
    /// - Parameter older: the entry before `entry`; `nil` if `entry` is the oldest stored entry.
    public static func fault(in entry: AuditEntry, after older: AuditEntry?) -> String? {
        if hash(of: entry) != entry.hash { return "entry \(entry.number) was changed" }
        guard let older else { return nil }
        if older.number != entry.number - 1 {
            return "entries between \(older.number) and \(entry.number) are missing"
        }
        if older.hash != entry.previous {
            return "entry \(older.number) was changed, together with its hash"
        }
        return nil
    }
}
