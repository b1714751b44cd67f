// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Writes JSON (RFC 8259) as bytes, compact or indented. Every payload that is stored as a JSON
/// value is written by this writer.
///
/// The functions in `OutputSpan+JSON.swift` convert values to bytes, for this writer and for typed
/// payloads.
public struct JSONWriter: Sendable {
    /// The layout of the text.
    public enum Style: Sendable {
        /// No white space; the form that is sent to APNs.
        case compact
        /// Two spaces for each level, and hidden characters as escapes (``PrintableText``); the
        /// form for people.
        case indented
    }

    /// The error when the reserved capacity is used up; the caller has to write everything again
    /// with more capacity.
    struct NoRoom: Error {}

    private let style: Style
    private var level = 0

    init(style: Style = .compact) { self.style = style }

    /// Writes one value as bytes.
    public static func write(_ value: JSONValue, style: Style = .compact) -> [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes, expecting: value.byteCountHint) { output throws(NoRoom) in
            var writer = JSONWriter(style: style)
            try writer.write(value, to: &output)
        }
        guard style == .indented, !bytes.allSatisfy({ $0 < 0x7F }) else { return bytes }
        return Array(PrintableText.json(String(decoding: bytes, as: UTF8.self)).utf8)
    }

    /// Writes one value as text.
    public static func text(_ value: JSONValue, style: Style = .compact) -> String {
        String(decoding: write(value, style: style), as: UTF8.self)
    }

    /// Appends the output of a closure to an array.
    ///
    /// - Parameter byteCount: the number of bytes that the closure will probably write. If the
    ///   closure writes more, it runs again with twice the capacity. A wrong estimate therefore
    ///   costs time, but has no other effect.
    @inline(__always)
    static func append(
        to bytes: inout [UInt8], expecting byteCount: Int,
        _ body: (inout OutputSpan<UInt8>) throws(NoRoom) -> Void
    ) {
        let start = bytes.count
        var room = max(byteCount, bytes.capacity - start)
        while true {
            do throws(NoRoom) {
                return try bytes.append(addingCapacity: room, initializingWith: body)
            } catch {
                bytes.removeLast(bytes.count - start)
                room = 2 * room + 64
            }
        }
    }

    mutating func write(
        _ value: JSONValue, to output: inout OutputSpan<UInt8>
    ) throws(NoRoom) {
        switch value {
        case .null: try output.put("null")
        case .bool(let flag): try output.put(flag ? "true" : "false")
        case .number(let number): try output.put(plain: number.text)
        case .string(let text): try output.put(quoted: text)
        case .array(let elements):
            try output.put("[")
            level += 1
            for index in elements.indices {
                try separate(at: index, in: &output)
                try write(elements[index], to: &output)
            }
            try close("]", count: elements.count, in: &output)
        case .object(let object):
            try output.put("{")
            level += 1
            for index in object.members.indices {
                try separate(at: index, in: &output)
                try output.put(quoted: object.members[index].key)
                try output.put(style == .indented ? ": " : ":")
                try write(object.members[index].value, to: &output)
            }
            try close("}", count: object.count, in: &output)
        }
    }

    private func separate(at index: Int, in output: inout OutputSpan<UInt8>) throws(NoRoom) {
        if index > 0 { try output.put(",") }
        try breakLine(in: &output)
    }

    private mutating func close(
        _ bracket: StaticString, count: Int, in output: inout OutputSpan<UInt8>
    ) throws(NoRoom) {
        level -= 1
        if count > 0 { try breakLine(in: &output) }
        try output.put(bracket)
    }

    private func breakLine(in output: inout OutputSpan<UInt8>) throws(NoRoom) {
        guard style == .indented else { return }
        try output.put("\n")
        for _ in 0..<level { try output.put("  ") }
    }
}

extension JSONValue {
    /// The approximate number of bytes of the compact text; escapes in strings are not counted.
    var byteCountHint: Int {
        switch self {
        case .null, .bool: 5
        case .number(let number): number.text.utf8.count
        case .string(let text): text.utf8.count + 2
        case .array(let elements): elements.reduce(2) { $0 + $1.byteCountHint + 1 }
        case .object(let object): object.byteCountHint
        }
    }
}

extension JSONObject {
    /// The approximate number of bytes of the compact text; escapes in strings are not counted.
    var byteCountHint: Int {
        members.reduce(2) { $0 + $1.key.utf8.count + $1.value.byteCountHint + 4 }
    }
}
