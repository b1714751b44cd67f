// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A secret in the form in which the database contains it: `sealed:VERSION:BASE64`, where the bytes
/// are nonce, ciphertext and tag of AES-GCM with the master key of the version.
///
/// Its place in the database is the associated data, so that a sealed text cannot be moved to
/// another app or column.
enum SealedText {
    /// The place of a secret in the database.
    struct Place: Hashable, Sendable {
        let table: String
        let column: String
        /// The key of the row: the app's bundle identifier, which stays the same when rows are
        /// copied to other tables.
        let row: String

        static func credential(_ bundleID: String) -> Place {
            Place(table: "credential", column: "p8", row: bundleID)
        }

        /// The place of an identity secret and of the one before it, because a rotation moves the
        /// secret from one column to the other.
        static func identitySecret(_ bundleID: String) -> Place {
            Place(table: "app", column: "identity_secret", row: bundleID)
        }

        /// The place of a webhook's secret and of the one before it.
        static func webhookSecret(_ id: String) -> Place {
            Place(table: "webhook", column: "secret", row: id)
        }

        /// The place of the proof that a version of the master key is always the same key.
        static func proof(version: Int) -> Place {
            Place(table: "seal_key", column: "proof", row: "\(version)")
        }

        /// The associated data. Each part is preceded by its length, so that different places never
        /// have the same bytes.
        fileprivate var bytes: Data {
            var data = Data()
            for part in ["bellhop sealed text 1", table, column, row] {
                let utf8 = Array(part.utf8)
                withUnsafeBytes(of: UInt32(utf8.count).bigEndian) { data.append(contentsOf: $0) }
                data.append(contentsOf: utf8)
            }
            return data
        }
    }

    private static let prefix = "sealed:"

    /// Seals a text with the newest key.
    static func seal(_ text: String, at place: Place, with keys: MasterKeys) throws -> String {
        let box = try AES.GCM.seal(
            Data(text.utf8), using: keys.newest.key, authenticating: place.bytes)
        // The nonce has the usual length, so there is always a combined form.
        guard let bytes = box.combined else { throw CryptoKitError.incorrectParameterSize }
        return prefix + "\(keys.newest.version):" + bytes.base64EncodedString()
    }

    /// Opens a sealed text. Returns `nil` if the text is not sealed, was sealed with another key or
    /// at another place, or was changed.
    static func open(_ sealed: String, at place: Place, with keys: MasterKeys) -> String? {
        guard let (version, encoded) = parts(of: sealed), let key = keys.key(ofVersion: version),
            let bytes = Data(base64Encoded: String(encoded)),
            let box = try? AES.GCM.SealedBox(combined: bytes),
            let text = try? AES.GCM.open(box, using: key, authenticating: place.bytes)
        else { return nil }
        return String(validating: text, as: UTF8.self)
    }

    /// Returns the version of the master key of a sealed text; `nil` if the text is not sealed.
    static func version(of sealed: String) -> Int? { parts(of: sealed)?.version }

    private static func parts(of sealed: String) -> (version: Int, encoded: Substring)? {
        guard sealed.hasPrefix(prefix) else { return nil }
        let rest = sealed.dropFirst(prefix.count)
        guard let colon = rest.firstIndex(of: ":"), let version = Int(rest[..<colon]) else {
            return nil
        }
        return (version, rest[rest.index(after: colon)...])
    }
}
