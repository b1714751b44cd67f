// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A JSON value together with its position in the source text.
///
/// Diagnostics refer to nodes, because they need positions. All other code uses ``JSONValue``.
public struct JSONNode: Hashable, Sendable {
    public indirect enum Content: Hashable, Sendable {
        case null
        case bool(Bool)
        case number(JSONNumber)
        case string(String)
        case array([JSONNode])
        case object([Member])
    }

    /// One member `"key": value`, with the position of the key.
    public struct Member: Hashable, Sendable {
        public let key: String
        /// The byte offsets of the key including its quotation marks.
        public let keyRange: Range<Int>
        public let value: JSONNode
    }

    public let content: Content

    /// The byte offsets of the value in the source, counted from 0. The end is excluded.
    public let range: Range<Int>

    /// The value without positions.
    public var value: JSONValue {
        switch content {
        case .null: .null
        case .bool(let flag): .bool(flag)
        case .number(let number): .number(number)
        case .string(let text): .string(text)
        case .array(let nodes): .array(nodes.map(\.value))
        case .object(let members):
            .object(JSONObject(members.map { .init(key: $0.key, value: $0.value.value) }))
        }
    }

    /// The members, if this is an object.
    public var members: [Member]? {
        if case .object(let members) = content { members } else { nil }
    }

    /// The value of a key, if this is an object. If the key is repeated, this is its last value.
    public subscript(key: String) -> JSONNode? {
        members?.last { $0.key == key }?.value
    }
}

/// A position in a source text: line and column, both counted from 1.
///
/// Columns count Unicode scalars. For ordinary text, an editor shows the same column.
public struct SourcePosition: Hashable, Sendable, CustomStringConvertible {
    public let line: Int
    public let column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// Finds the position of a byte offset. An offset beyond the end has the position of the end.
    public init(byteOffset: Int, in bytes: some Collection<UInt8>) {
        var line = 1
        var column = 1
        for byte in bytes.prefix(max(0, byteOffset)) {
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {  // not a UTF-8 continuation byte
                column += 1
            }
        }
        self.init(line: line, column: column)
    }

    public var description: String { "line \(line), column \(column)" }
}
