// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The size of a payload with a sealed message, by its parts.
public struct SealBudget: Hashable, Sendable, CustomStringConvertible {
    /// The maximum size that APNs accepts.
    public let byteCountMax: Int
    /// The size of the visible alert and the other keys.
    public let visibleByteCount: Int
    /// The size of the sealed message without its ciphertext: names, identifiers, the encapsulated
    /// key.
    public let envelopeByteCount: Int
    /// The size of the content before it is sealed, without padding.
    public let contentByteCount: Int
    public let suite: SealSuite
    /// The longest member of the content and its size.
    public let largestMember: LargestMember

    /// A member and the size of its value.
    public struct LargestMember: Hashable, Sendable {
        public let name: String
        public let byteCount: Int
    }

    /// The size of the whole payload, without padding.
    public var payloadByteCount: Int {
        visibleByteCount + envelopeByteCount
            + Base64URL.characterCount(contentByteCount + suite.ciphertextExcessByteCount)
    }

    /// The number of bytes by which the payload is too long; 0 when it fits.
    public var excessByteCount: Int { max(0, payloadByteCount - byteCountMax) }

    /// The maximum size of the content; negative when not even empty content fits.
    public var contentByteCountMax: Int {
        Self.contentByteCount(
            in: byteCountMax - visibleByteCount - envelopeByteCount, suite: suite)
    }

    /// Returns the size of the content that fits into a number of characters of ciphertext.
    static func contentByteCount(in characterCount: Int, suite: SealSuite) -> Int {
        max(0, characterCount) * 3 / 4 - suite.ciphertextExcessByteCount
    }

    static func largestMember(of object: JSONObject) -> LargestMember {
        let sizes = object.members.map {
            LargestMember(name: $0.key, byteCount: JSONWriter.write($0.value).count)
        }
        return sizes.max { $0.byteCount < $1.byteCount } ?? LargestMember(name: "", byteCount: 0)
    }

    public var description: String {
        let remedy =
            contentByteCountMax < contentByteCount && contentByteCountMax > 0
            ? "Shorten the content by \(contentByteCount - contentByteCountMax) bytes to "
                + "\(contentByteCountMax)."
            : "Shorten the alert and the other keys."
        return "the payload has \(payloadByteCount) bytes, \(excessByteCount) more than the "
            + "\(byteCountMax) that APNs accepts: \(visibleByteCount) for the visible keys, "
            + "\(envelopeByteCount) for the envelope (\(suite.rawValue)) and "
            + "\(payloadByteCount - visibleByteCount - envelopeByteCount) for the sealed content. "
            + "The content has \(contentByteCount) bytes before sealing, of which "
            + "\"\(largestMember.name)\" has \(largestMember.byteCount). \(remedy)"
    }
}
