// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A frame in its wire format (RFC 9113 section 4.1), read and written without the code under
/// test.
struct RawFrame: Sendable, Hashable {
    static let data: UInt8 = 0
    static let headers: UInt8 = 1
    static let priority: UInt8 = 2
    static let reset: UInt8 = 3
    static let settings: UInt8 = 4
    static let pushPromise: UInt8 = 5
    static let ping: UInt8 = 6
    static let goAway: UInt8 = 7
    static let windowUpdate: UInt8 = 8
    static let continuation: UInt8 = 9

    static let endStream: UInt8 = 0x1
    static let endHeaders: UInt8 = 0x4
    static let padded: UInt8 = 0x8
    static let prioritized: UInt8 = 0x20

    let type: UInt8
    let flags: UInt8
    let stream: Int
    let payload: [UInt8]

    var endsStream: Bool { flags & Self.endStream != 0 }

    /// Reads a whole frame and moves the offset to its end; `nil` if there is no whole frame.
    init?(_ bytes: [UInt8], at offset: inout Int) {
        guard bytes.count - offset >= 9 else { return nil }
        let length = Self.number(bytes[offset..<offset + 3])
        guard bytes.count - offset >= 9 + length else { return nil }
        type = bytes[offset + 3]
        flags = bytes[offset + 4]
        stream = Self.number(bytes[offset + 5..<offset + 9]) & 0x7FFF_FFFF
        payload = Array(bytes[offset + 9..<offset + 9 + length])
        offset += 9 + length
    }

    static func number(_ bytes: some Sequence<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    static func bigEndian(_ number: Int, _ count: Int = 4) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    static func bytes(
        _ type: UInt8, _ flags: UInt8, _ stream: Int, _ payload: [UInt8]
    ) -> [UInt8] {
        bigEndian(payload.count, 3) + [type, flags] + bigEndian(stream) + payload
    }

    static func settings(_ values: [(Int, Int)] = [(3, 1000)]) -> [UInt8] {
        bytes(settings, 0, 0, values.flatMap { bigEndian($0, 2) + bigEndian($1) })
    }

    static let settingsAcknowledgement = bytes(settings, 1, 0, [])

    /// A header section whose fields are literals, without any table.
    static func block(_ fields: [(String, String)]) -> [UInt8] {
        fields.flatMap { name, value in
            [0] + text(name) + text(value)
        }
    }

    /// A string literal of up to about 16,000 bytes (RFC 7541 section 5.2), not Huffman-coded.
    static func text(_ text: String) -> [UInt8] {
        let count = text.utf8.count
        guard count >= 127 else { return [UInt8(count)] + text.utf8 }
        let rest = count - 127
        guard rest >= 128 else { return [127, UInt8(rest)] + text.utf8 }
        return [127, UInt8(rest & 0x7F | 0x80), UInt8(rest >> 7)] + text.utf8
    }

    /// A response: a header section, and DATA unless the body is empty.
    static func response(
        _ stream: Int, _ status: Int = 200, _ fields: [(String, String)] = [], body: String = ""
    ) -> [UInt8] {
        let block = block([(":status", "\(status)")] + fields)
        guard !body.isEmpty else { return bytes(headers, endHeaders | endStream, stream, block) }
        return bytes(headers, endHeaders, stream, block)
            + bytes(data, endStream, stream, Array(body.utf8))
    }

    static func rejection(_ stream: Int, _ status: Int, _ reason: String) -> [UInt8] {
        response(stream, status, body: "{\"reason\":\"\(reason)\"}")
    }

    static func goAway(last: Int, code: Int = 0, _ text: String = "") -> [UInt8] {
        bytes(goAway, 0, 0, bigEndian(last) + bigEndian(code) + text.utf8)
    }

    static func windowUpdate(_ stream: Int, _ increment: Int) -> [UInt8] {
        bytes(windowUpdate, 0, stream, bigEndian(increment))
    }

    static func reset(_ stream: Int, _ code: Int) -> [UInt8] {
        bytes(reset, 0, stream, bigEndian(code))
    }
}

/// The bytes that are written as hexadecimal digits; spaces are ignored.
func hex(_ text: String) -> [UInt8] {
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map {
        UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
}
