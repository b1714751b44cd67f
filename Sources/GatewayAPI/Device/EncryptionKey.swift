// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The public key for encrypting a message for one installation.
public struct EncryptionKey: Hashable, Sendable, Codable {
    /// The key's identifier in messages, with which the receiver finds its private key.
    public var id: String
    /// The name of the cipher suite (RFC 9180), as listed in `docs/encryption.md`, for instance
    /// `x25519`.
    public var suite: String
    /// The serialized public key; Base64 in JSON.
    public var publicKey: Data

    public init(id: String, suite: String, publicKey: Data) {
        self.id = id
        self.suite = suite
        self.publicKey = publicKey
    }

    enum CodingKeys: String, CodingKey, CaseIterable {
        case id, suite
        case publicKey = "public_key"
    }
}
