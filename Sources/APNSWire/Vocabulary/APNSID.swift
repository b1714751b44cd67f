// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The identifier of one notification: the `apns-id` header, a UUID in its 8-4-4-4-12 form.
///
/// The spelling is preserved, because APNs returns it byte for byte and because the identifiers
/// that APNs generates are uppercase; equality ignores case. A value consists of the 16 bytes and a
/// bit mask of the digits that are capital letters, without any storage on the heap. Source:
/// "Sending notification requests to APNs".
public struct APNSID: Hashable, Sendable, CustomStringConvertible, Codable {
    /// The number of bytes of every identifier's text.
    package static let byteCount = 36

    /// The first eight bytes, in the order in which they are written.
    private let high: UInt64
    /// The last eight bytes.
    private let low: UInt64
    /// Which of the 32 digits are capital letters. Bit 31 represents the first digit, and bit 0 the
    /// last.
    private let capitals: UInt32

    private init(high: UInt64, low: UInt64, capitals: UInt32 = 0) {
        self.high = high
        self.low = low
        self.capitals = capitals
    }

    /// Reads the 8-4-4-4-12 form in either letter case. Returns `nil` for any other text.
    public init?(_ text: String) {
        var text = text
        guard let id = text.withUTF8({ APNSID(utf8: $0.span) }) else { return nil }
        self = id
    }

    /// Reads the 8-4-4-4-12 form in either letter case from bytes, for instance the bytes of a
    /// header. Returns `nil` for any other bytes.
    package init?(utf8 text: Span<UInt8>) {
        let hyphen = UInt8(ascii: "-")
        guard text.count == Self.byteCount, text[8] == hyphen, text[13] == hyphen,
            text[18] == hyphen, text[23] == hyphen
        else { return nil }
        let bytes = text.bytes
        let words = (
            bytes.eightBytes(at: 0), bytes.fourBytes(at: 9) << 32 | bytes.fourBytes(at: 14),
            bytes.fourBytes(at: 19) << 32 | bytes.fourBytes(at: 24), bytes.eightBytes(at: 28)
        )
        guard let high = HexWord.bytes(words.0, words.1),
            let low = HexWord.bytes(words.2, words.3)
        else { return nil }
        self.high = high
        self.low = low
        capitals =
            UInt32(HexWord.capitals(in: words.0)) << 24
            | UInt32(HexWord.capitals(in: words.1)) << 16
            | UInt32(HexWord.capitals(in: words.2)) << 8
            | UInt32(HexWord.capitals(in: words.3))
    }

    /// Makes an identifier from a UUID, in the lowercase form that Apple documents for requests.
    public init(_ uuid: UUID) {
        let words = withUnsafeBytes(of: uuid.uuid) { bytes in
            (bytes.bytes.eightBytes(at: 0), bytes.bytes.eightBytes(at: 8))
        }
        self.init(high: words.0, low: words.1)
    }

    /// Makes a random lowercase identifier: a version 4 UUID (RFC 9562 section 5.4) from the given
    /// generator.
    public static func random(using generator: inout some RandomNumberGenerator) -> APNSID {
        let high = generator.next().byteSwapped
        let low = generator.next().byteSwapped
        return APNSID(
            high: high & 0xFFFF_FFFF_FFFF_0FFF | 0x4000,
            low: low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }

    /// The same identifier with capital letters only.
    package var uppercased: APNSID {
        var capitals: UInt32 = 0
        for word in [high >> 32, high, low >> 32, low] {
            let digits = HexWord.digits(of: UInt32(truncatingIfNeeded: word))
            capitals = capitals << 8 | UInt32(HexWord.letters(in: digits))
        }
        return APNSID(high: high, low: low, capitals: capitals)
    }

    /// The identifier in its original spelling.
    public var text: String {
        String(unsafeUninitializedCapacity: Self.byteCount) { buffer in
            var output = OutputSpan(buffer: buffer, initializedCount: 0)
            write(to: &output)
            return output.finalize(for: buffer)
        }
    }

    /// Appends the 36 bytes of ``text``.
    package func append(to bytes: inout [UInt8]) {
        bytes.append(addingCapacity: Self.byteCount) { write(to: &$0) }
    }

    private func write(to output: inout OutputSpan<UInt8>) {
        let first = digits(of: high >> 32, 24)
        let second = digits(of: high, 16)
        let third = digits(of: low >> 32, 8)
        let fourth = digits(of: low, 0)
        let hyphen = UInt8(ascii: "-")
        output.append(word: first)
        output.append(hyphen)
        output.append(halfWord: UInt32(truncatingIfNeeded: second >> 32))
        output.append(hyphen)
        output.append(halfWord: UInt32(truncatingIfNeeded: second))
        output.append(hyphen)
        output.append(halfWord: UInt32(truncatingIfNeeded: third >> 32))
        output.append(hyphen)
        output.append(halfWord: UInt32(truncatingIfNeeded: third))
        output.append(word: fourth)
    }

    /// Returns eight digits in their original case. `shift` is the position of their bits in
    /// ``capitals``.
    @inline(__always)
    private func digits(of value: UInt64, _ shift: UInt32) -> UInt64 {
        HexWord.capitalize(
            HexWord.digits(of: UInt32(truncatingIfNeeded: value)),
            UInt8(truncatingIfNeeded: capitals >> shift))
    }

    public var description: String { text }

    public static func == (a: APNSID, b: APNSID) -> Bool { a.high == b.high && a.low == b.low }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(high)
        hasher.combine(low)
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = APNSID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "the string is not a UUID")
        }
        self = id
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension UUID {
    /// Makes a UUID of the given version (RFC 9562) from 16 bytes, whose version and variant bits
    /// are overwritten.
    package init(bytes: [UInt8], version: UInt8) {
        precondition(bytes.count == 16, "a UUID has 16 bytes")
        var bytes = bytes
        bytes[6] = bytes[6] & 0x0F | version << 4
        bytes[8] = bytes[8] & 0x3F | 0x80
        self.init(bytes: bytes)
    }

    /// Makes a UUID of exactly these 16 bytes, in the order in which they are written.
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
