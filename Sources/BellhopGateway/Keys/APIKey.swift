// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Crypto

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A key for the gateway's API: `bh_`, an identifier of eight characters, `_`, and a secret.
///
/// The gateway stores only the SHA-256 of the whole key. A slow hash is not needed, because the
/// secret has 256 random bits and cannot be guessed.
public struct APIKey: Sendable {
    static let prefix = "bh_"
    private static let idCount = 8

    /// The whole key. It is secret: show it once, then keep only ``stored(name:createdAt:)``.
    public let text: String
    /// The identifier of the key, which is not secret.
    public let id: String

    /// Makes a new key.
    ///
    /// - Parameter generator: a generator that is suitable for secrets, such as the system's.
    public init(using generator: inout some RandomNumberGenerator) {
        id = RandomText.make(Self.idCount, using: &generator)
        text = Self.prefix + id + "_" + RandomText.make(RandomText.secretCount, using: &generator)
    }

    /// Parses the text of a key; `nil` if the text does not have the form of a key.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] + "_" == Self.prefix, parts[1].utf8.count == Self.idCount,
            parts[2].utf8.count == RandomText.secretCount
        else { return nil }
        self.text = String(text)
        id = String(parts[1])
    }

    private var hash: SHA256.Digest { SHA256.hash(data: Array(text.utf8)) }

    /// Returns the values that are stored for the key.
    public func stored(name: String, createdAt: Date) -> StoredAPIKey {
        StoredAPIKey(id: id, name: name, hash: Array(hash), createdAt: createdAt)
    }

    /// Returns whether the key is the stored key. The comparison takes the same time wherever the
    /// two differ.
    public func matches(_ stored: StoredAPIKey) -> Bool { hash == stored.hash }
}

extension APIKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "API key \(id)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}
