// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The identifier of one notification: the `apns-id` header, a UUID in its 8-4-4-4-12 form.
///
/// The spelling is kept, because APNs echoes it byte for byte and makes uppercase ones itself;
/// equality ignores the letter case. Source: "Sending notification requests to APNs".
public struct APNSID: Hashable, Sendable, CustomStringConvertible, Codable {
    /// The identifier as it was spelled.
    public let text: String
    private let uuid: UUID

    /// Reads the 8-4-4-4-12 form in either letter case; `nil` for anything else.
    public init?(_ text: String) {
        guard let uuid = UUID(uuidString: text) else { return nil }
        self.text = text
        self.uuid = uuid
    }

    /// Spells a UUID in the lowercase form that Apple documents for requests.
    public init(_ uuid: UUID) {
        let bytes = withUnsafeBytes(of: uuid.uuid) { Array($0) }
        // Faster than formatting, for fleets of phones that make millions.
        text = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { Hex.encode(bytes[$0]) }
            .joined(separator: "-")
        self.uuid = uuid
    }

    /// Makes a random one from the given generator.
    public static func random(using generator: inout some RandomNumberGenerator) -> APNSID {
        APNSID(UUID.random(using: &generator))
    }

    public var description: String { text }

    public static func == (a: APNSID, b: APNSID) -> Bool { a.uuid == b.uuid }
    public func hash(into hasher: inout Hasher) { hasher.combine(uuid) }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = APNSID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a UUID")
        }
        self = id
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension UUID {
    /// A random version 4 UUID (RFC 9562 section 5.4) from the given generator.
    static func random(using generator: inout some RandomNumberGenerator) -> UUID {
        let high = generator.next()
        let low = generator.next()
        var bytes = (0..<16).map {
            UInt8(truncatingIfNeeded: ($0 < 8 ? high : low) >> (8 * UInt64($0 % 8)))
        }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        return UUID(bytes: bytes)
    }

    /// A UUID of exactly these 16 bytes, in the order they are written.
    package init(bytes b: [UInt8]) {
        precondition(b.count == 16, "a UUID has 16 bytes")
        self.init(
            uuid: (
                b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12],
                b[13],
                b[14], b[15]
            ))
    }
}
