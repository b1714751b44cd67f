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
    /// The maximum size of a whole payload, in bytes ("Generating a remote notification": 4 KB; 5
    /// KB for VoIP).
    public static let payloadByteCountMax = 4_096
    /// The maximum length of an identifier of a message or key, in bytes.
    public static let identifierByteCountMax = 64
    /// The maximum length of a sealed message in characters, whether the message was pushed or
    /// fetched. Every valid payload is shorter.
    public static let messageCharacterCountMax = 8_192
    /// The maximum nesting depth of objects and arrays in the content.
    public static let contentDepthMax = 16
    /// The largest block size, in bytes, to which ``SealPadding`` may round the content up.
    public static let paddingBlockByteCountMax = 1_024
    /// The latest date in seconds since 1970: the end of the year 9999.
    public static let epochSecondsMax = 253_402_300_799

    /// The number of bytes that ``contentByteCountMax(_:)`` assumes for the rest of the payload,
    /// besides the sealed message.
    public static let referenceVisibleByteCount = 128

    /// Returns the maximum number of bytes of content (the JSON object that is sealed) in a payload
    /// of ``payloadByteCountMax`` bytes. The calculation assumes that everything except the sealed
    /// message takes ``referenceVisibleByteCount`` bytes, the message's identifier is a UUID, there
    /// is an expiration, and the identifiers of the recipient's key and, if the suite supports a
    /// sender, of the sender's key have 12 characters each.
    ///
    /// ``Sealer/contentByteCountMax(of:fallback:base:key:byteCountMax:)`` returns the exact value.
    public static func contentByteCountMax(_ suite: SealSuite) -> Int {
        let message = SealedMessage(
            suite: suite, keyID: String(repeating: "k", count: 12),
            senderKeyID: suite.knowsSenders ? String(repeating: "s", count: 12) : nil,
            messageID: String(repeating: "m", count: 36), expirationEpochSeconds: 1_800_000_000,
            encapsulatedKey: .init(repeating: 0, count: suite.encapsulatedKeyByteCount),
            ciphertext: .init())
        // The payload also contains, before the message, a comma, the key in two quotation marks,
        // and a colon.
        let envelope = JSONWriter.write(.object(message.json)).count + Sealer.payloadKey.count + 4
        return SealBudget.contentByteCount(
            in: payloadByteCountMax - referenceVisibleByteCount - envelope, suite: suite)
    }
}
