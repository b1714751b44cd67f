// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import Crypto

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Derives the identifier of a delivery from its message and its token, so that every attempt has
/// the same identifier.
public enum DeliveryID {
    /// Returns the identifier of a message's delivery to a token: a version 8 UUID (RFC 9562
    /// section 5.8) from the first bytes of a SHA-256 hash of the message's identifier, the
    /// environment and the token.
    ///
    /// The identifier is the `apns-id` of every attempt, including an attempt after a crash.
    public static func make(messageID: String, token: DeviceToken, environment: APNSEnvironment)
        -> APNSID
    {
        var hash = SHA256()
        // Each part is preceded by its length, so that different inputs never produce the same
        // bytes.
        for part in [
            Array("bellhop delivery".utf8), Array(messageID.utf8), Array(environment.rawValue.utf8),
        ] {
            hash.update(data: [
                UInt8(truncatingIfNeeded: part.count >> 8), UInt8(truncatingIfNeeded: part.count),
            ])
            hash.update(data: part)
        }
        hash.update(data: token.bytes)
        return APNSID(UUID(bytes: Array(hash.finalize().prefix(16)), version: 8))
    }
}
