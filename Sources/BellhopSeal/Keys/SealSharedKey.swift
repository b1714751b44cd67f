// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Crypto

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A key that sender and receiver share, for ``SealSuite/a256gcm``. Everyone who has it can open
/// and seal messages. Its secret appears in no description and no dump.
public struct SealSharedKey: Hashable, Sendable {
    /// The key's name in messages.
    public let id: String
    /// The key itself: 32 bytes.
    public let secret: Data

    /// - Parameter id: the key's name in messages. Do not use a fingerprint, which would help to
    ///   guess a key that was made from a password.
    /// - Throws: ``SealError`` when the secret does not have 32 bytes, or the name is not a valid
    ///   identifier.
    public init(id: String, secret: Data) throws(SealError) {
        try SealIdentifier.check(id, "the identifier of the key")
        guard secret.count == SealSuite.a256gcm.secretKeyByteCount else {
            throw .badKey("a shared key must have 32 bytes, but this one has \(secret.count)")
        }
        self.id = id
        self.secret = secret
    }

    /// Generates a key with the system's random number generator.
    public static func generate(id: String) throws(SealError) -> SealSharedKey {
        try SealSharedKey(
            id: id, secret: SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) })
    }
}

extension SealSharedKey: CustomStringConvertible, CustomReflectable {
    public var description: String { "shared key \(id)" }
    public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}
