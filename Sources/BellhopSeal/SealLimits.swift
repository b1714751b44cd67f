// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a sealed message may be at most.
public enum SealLimits {
    /// Bytes of a whole payload ("Generating a remote notification": 4 KB; 5 KB for VoIP).
    public static let payloadByteCountMax = 4_096
    /// Bytes of an identifier: of a message, of a key.
    public static let identifierByteCountMax = 64
    /// Characters of a sealed message, whatever it arrives in: more than any payload holds.
    public static let messageCharacterCountMax = 8_192
    /// Objects and lists inside each other in the content.
    public static let contentDepthMax = 16
    /// Bytes that ``SealPadding`` may round the content up to a multiple of.
    public static let paddingBlockByteCountMax = 1_024
    /// The last second that a date may name: the end of the year 9999.
    public static let epochSecondsMax = 253_402_300_799

    /// What a payload has besides the sealed message in ``contentByteCountMax(_:)``.
    public static let referenceVisibleByteCount = 128

    /// Bytes of content (the JSON object that is sealed) that fit a payload of
    /// ``payloadByteCountMax`` bytes when everything but the sealed message takes
    /// ``referenceVisibleByteCount`` bytes, the message's identifier is a UUID, it expires, and
    /// the key identifiers have 12 characters: the recipient's and, where the suite knows one, the
    /// sender's.
    ///
    /// ``Sealer/contentByteCountMax(of:fallback:base:key:byteCountMax:)`` says it exactly.
    public static func contentByteCountMax(_ suite: SealSuite) -> Int {
        let message = SealedMessage(
            suite: suite, keyID: String(repeating: "k", count: 12),
            senderKeyID: suite.knowsSenders ? String(repeating: "s", count: 12) : nil,
            messageID: String(repeating: "m", count: 36), expirationEpochSeconds: 1_800_000_000,
            encapsulatedKey: .init(repeating: 0, count: suite.encapsulatedKeyByteCount),
            ciphertext: .init())
        // Before it stand a comma, the key in quotation marks, a colon.
        let envelope = JSONWriter.write(.object(message.json)).count + Sealer.payloadKey.count + 4
        return SealBudget.contentByteCount(
            in: payloadByteCountMax - referenceVisibleByteCount - envelope, suite: suite)
    }
}
