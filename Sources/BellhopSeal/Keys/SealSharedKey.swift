// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Crypto

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A key that sender and receiver both have, for ``SealSuite/a256gcm``. Everybody who has it can
/// open and can seal. It shows itself in no description and no dump.
public struct SealSharedKey: Hashable, Sendable {
    /// The key's name in messages.
    public let id: String
    /// 32 bytes.
    public let secret: Data

    /// - Parameter id: the key's name in messages. It is no fingerprint: that would help guessing
    ///   a key made from a password.
    /// - Throws: ``SealError`` when these are not 32 bytes, or the name is no identifier.
    public init(id: String, secret: Data) throws(SealError) {
        try SealIdentifier.check(id, "the identifier of a key")
        guard secret.count == SealSuite.a256gcm.secretKeyByteCount else {
            throw .badKey("a shared key has 32 bytes, this has \(secret.count)")
        }
        self.id = id
        self.secret = secret
    }

    /// Makes a new key from the system's randomness.
    public static func generate(id: String) throws(SealError) -> SealSharedKey {
        try SealSharedKey(
            id: id, secret: SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) })
    }
}

extension SealSharedKey: CustomStringConvertible, CustomReflectable {
    public var description: String { "shared key \(id)" }
    public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}
