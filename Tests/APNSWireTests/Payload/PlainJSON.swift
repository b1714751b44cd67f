// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// A slow and simple writer of compact JSON, with which the fast writer is compared.
enum PlainJSON {
    static func write(_ value: JSONValue) -> [UInt8] {
        switch value {
        case .null: Array("null".utf8)
        case .bool(let flag): Array((flag ? "true" : "false").utf8)
        case .number(let number): Array(number.text.utf8)
        case .string(let text): quoted(text)
        case .array(let elements): join(elements.map { write($0) }, in: "[]")
        case .object(let object):
            join(
                object.members.map { quoted($0.key) + [UInt8(ascii: ":")] + write($0.value) },
                in: "{}")
        }
    }

    private static func join(_ parts: [[UInt8]], in brackets: String) -> [UInt8] {
        Array(brackets.utf8.prefix(1)) + parts.joined(separator: [UInt8(ascii: ",")])
            + Array(brackets.utf8.suffix(1))
    }

    private static func quoted(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = [UInt8(ascii: "\"")]
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): bytes += Array(#"\""#.utf8)
            case UInt8(ascii: "\\"): bytes += Array(#"\\"#.utf8)
            case 0x0A: bytes += Array(#"\n"#.utf8)
            case 0x0D: bytes += Array(#"\r"#.utf8)
            case 0x09: bytes += Array(#"\t"#.utf8)
            case 0..<0x10: bytes += Array((#"\u000"# + String(byte, radix: 16)).utf8)
            case 0x10..<0x20, 0x7F: bytes += Array((#"\u00"# + String(byte, radix: 16)).utf8)
            default: bytes.append(byte)
            }
        }
        return bytes + [UInt8(ascii: "\"")]
    }
}
