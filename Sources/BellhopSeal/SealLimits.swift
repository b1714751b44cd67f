// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The limits of a sealed message.
public enum SealLimits {
    /// Bytes of a whole payload ("Generating a remote notification": 4 KB; 5 KB for VoIP).
    public static let payloadByteCountMax = 4_096
    /// Bytes of an identifier of a message or key.
    public static let identifierByteCountMax = 64
    /// Characters of a sealed message, however it arrives: more than any payload can contain.
    public static let messageCharacterCountMax = 8_192
    /// The nesting depth of objects and arrays in the content.
    public static let contentDepthMax = 16
    /// The largest block size, in bytes, to which ``SealPadding`` may round the content up.
    public static let paddingBlockByteCountMax = 1_024
    /// The latest date in seconds since 1970: the end of the year 9999.
    public static let epochSecondsMax = 253_402_300_799

    /// The bytes of a payload besides the sealed message, as assumed by
    /// ``contentByteCountMax(_:)``.
    public static let referenceVisibleByteCount = 128

    /// Bytes of content (the JSON object that is sealed) that fit into a payload of
    /// ``payloadByteCountMax`` bytes when everything but the sealed message takes
    /// ``referenceVisibleByteCount`` bytes, the message's identifier is a UUID, it has an
    /// expiration, and the key identifiers have 12 characters: the recipient's and, if the suite
    /// supports one, the sender's.
    ///
    /// ``Sealer/contentByteCountMax(of:fallback:base:key:byteCountMax:)`` returns the exact value.
    public static func contentByteCountMax(_ suite: SealSuite) -> Int {
        let message = SealedMessage(
            suite: suite, keyID: String(repeating: "k", count: 12),
            senderKeyID: suite.knowsSenders ? String(repeating: "s", count: 12) : nil,
            messageID: String(repeating: "m", count: 36), expirationEpochSeconds: 1_800_000_000,
            encapsulatedKey: .init(repeating: 0, count: suite.encapsulatedKeyByteCount),
            ciphertext: .init())
        // It is preceded by a comma, the key in quotation marks and a colon.
        let envelope = JSONWriter.write(.object(message.json)).count + Sealer.payloadKey.count + 4
        return SealBudget.contentByteCount(
            in: payloadByteCountMax - referenceVisibleByteCount - envelope, suite: suite)
    }
}
