// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Crypto

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A key for the gateway's API: `bh_`, eight characters that name it, `_`, and its secret.
///
/// The whole is stored as SHA-256 only. That needs no slow hash, because the secret is 256 random
/// bits and cannot be guessed.
public struct APIKey: Sendable {
    private static let prefix = "bh_"
    private static let idCount = 8

    /// The whole key. Secret: show it once, then keep only ``stored(name:createdAt:)``.
    public let text: String
    /// The part that may be shown.
    public let id: String

    /// Makes a new key.
    ///
    /// - Parameter generator: must be one for secrets, as the system's is.
    public init(using generator: inout some RandomNumberGenerator) {
        id = RandomText.make(Self.idCount, using: &generator)
        text = Self.prefix + id + "_" + RandomText.make(RandomText.secretCount, using: &generator)
    }

    /// Takes a text apart; `nil` when it does not have the shape of a key.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] + "_" == Self.prefix, parts[1].utf8.count == Self.idCount,
            parts[2].utf8.count == RandomText.secretCount
        else { return nil }
        self.text = String(text)
        id = String(parts[1])
    }

    private var hash: SHA256.Digest { SHA256.hash(data: Array(text.utf8)) }

    /// What is stored of it.
    public func stored(name: String, createdAt: Date) -> StoredAPIKey {
        StoredAPIKey(id: id, name: name, hash: Array(hash), createdAt: createdAt)
    }

    /// Whether it is the key that was stored. Takes the same time wherever the two differ.
    public func matches(_ stored: StoredAPIKey) -> Bool { hash == stored.hash }
}

extension APIKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "API key \(id)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}
