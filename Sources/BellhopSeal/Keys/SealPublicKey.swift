// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The public key of a key pair: a recipient's key, for which messages are sealed, or a sender's
/// key, with which a message proves who sealed it.
public struct SealPublicKey: Hashable, Sendable {
    /// The key's name in messages.
    public let id: String
    public let suite: SealSuite
    /// The key as RFC 9180, section 7.1.1, serializes it: for X25519, 32 bytes; for P-256, the
    /// uncompressed point of 65 bytes; for X-Wing, 1,216 bytes.
    public let bytes: Data

    /// - Parameter id: the key's name in messages; `nil` for its ``fingerprint(of:)``.
    /// - Throws: ``SealError`` when the bytes are not a key of the suite, the name is not a valid
    ///   identifier, or the suite has no key pairs or is not available on this machine.
    public init(id: String? = nil, suite: SealSuite, bytes: Data) throws(SealError) {
        let id = id ?? Self.fingerprint(of: bytes)
        try SealIdentifier.check(id, "the identifier of the key")
        try SealHPKE.check(publicKey: bytes, of: suite)
        self.id = id
        self.suite = suite
        self.bytes = bytes
    }

    /// Returns a name derived from the key: the first 9 bytes of its SHA-256 in Base64url, 12
    /// characters.
    public static func fingerprint(of bytes: Data) -> String {
        Base64URL.encode(SHA256.hash(data: bytes).prefix(9))
    }
}
