// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Writes JSON (RFC 8259) as bytes, compact or indented; the only JSON writer of payloads.
public struct JSONWriter: Sendable {
    /// How the text is laid out.
    public enum Style: Sendable {
        /// No blanks at all: what goes on the wire.
        case compact
        /// Two spaces a level: what people read.
        case indented
    }

    /// What was written so far.
    public private(set) var bytes: [UInt8] = []
    private let style: Style
    private var level = 0

    public init(style: Style = .compact) { self.style = style }

    /// Writes one value as bytes.
    public static func write(_ value: JSONValue, style: Style = .compact) -> [UInt8] {
        var writer = JSONWriter(style: style)
        writer.write(value)
        return writer.bytes
    }

    /// Writes one value as text.
    public static func text(_ value: JSONValue, style: Style = .compact) -> String {
        String(decoding: write(value, style: style), as: UTF8.self)
    }

    public mutating func write(_ value: JSONValue) {
        switch value {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
        case .number(let number): bytes.append(contentsOf: number.text.utf8)
        case .string(let text): write(string: text)
        case .array(let elements):
            list("[", "]", elements) { writer, element in writer.write(element) }
        case .object(let object):
            list("{", "}", object.members) { writer, member in
                writer.write(string: member.key)
                writer.bytes.append(UInt8(ascii: ":"))
                if writer.style == .indented { writer.bytes.append(0x20) }
                writer.write(member.value)
            }
        }
    }

    private mutating func list<Element>(
        _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ elements: [Element],
        _ writeElement: (inout JSONWriter, Element) -> Void
    ) {
        bytes.append(UInt8(ascii: open))
        level += 1
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            breakLine()
            writeElement(&self, element)
        }
        level -= 1
        if !elements.isEmpty { breakLine() }
        bytes.append(UInt8(ascii: close))
    }

    private mutating func breakLine() {
        guard style == .indented else { return }
        bytes.append(0x0A)
        bytes.append(contentsOf: repeatElement(0x20, count: 2 * level))
    }

    private mutating func write(string: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""): bytes.append(contentsOf: "\\\"".utf8)
            case UInt8(ascii: "\\"): bytes.append(contentsOf: "\\\\".utf8)
            case 0x0A: bytes.append(contentsOf: "\\n".utf8)
            case 0x0D: bytes.append(contentsOf: "\\r".utf8)
            case 0x09: bytes.append(contentsOf: "\\t".utf8)
            case 0..<0x20, 0x7F:
                bytes.append(contentsOf: "\\u00".utf8)
                bytes.append(Hex.digit(byte >> 4))
                bytes.append(Hex.digit(byte & 0xF))
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
