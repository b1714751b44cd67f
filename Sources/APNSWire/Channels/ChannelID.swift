// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The identifier of a broadcast channel: the value of the `apns-channel-id` header.
///
/// APNs creates the identifier. It is base64 text of opaque bytes, so the text is stored and
/// compared exactly as received. Source: "Sending channel management requests to APNs".
public struct ChannelID: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The maximum length of an identifier in bytes, after base64 decoding. Bellhop chose this
    /// limit; Apple documents none.
    public static let byteCountMax = 64
    /// The number of bytes in a new identifier. Bellhop chose this number.
    static let newByteCount = 16

    /// The identifier in base64, as in the header.
    public let text: String

    /// Makes an identifier from base64 text of 1 to ``byteCountMax`` bytes. Returns `nil` for any
    /// other text.
    public init?(_ text: String) {
        guard let bytes = Data(base64Encoded: text), (1...Self.byteCountMax).contains(bytes.count)
        else { return nil }
        self.text = text
    }

    /// Makes a random identifier with the given generator.
    public static func random(using generator: inout some RandomNumberGenerator) -> ChannelID {
        let bytes = (0..<newByteCount).map { _ in
            UInt8(truncatingIfNeeded: generator.next() >> 24)
        }
        return ChannelID(base64: Data(bytes).base64EncodedString())
    }

    private init(base64: String) { text = base64 }

    public var description: String { text }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = ChannelID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "the string is not a channel identifier")
        }
        self = id
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
