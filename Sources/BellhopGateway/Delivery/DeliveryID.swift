// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import Crypto

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Makes the identifiers of deliveries from what they are, so that every repeat carries the same.
public enum DeliveryID {
    /// The identifier of a message for a token: a version 8 UUID (RFC 9562 section 5.8) cut from
    /// SHA-256 over both.
    ///
    /// It is the `apns-id` of every attempt, also of one made after a crash.
    public static func make(messageID: String, token: DeviceToken, environment: APNSEnvironment)
        -> APNSID
    {
        var hash = SHA256()
        // Lengths first, so that no two different inputs make the same bytes.
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
