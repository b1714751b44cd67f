// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The predefined rows that every connection has (RFC 7541 appendix A).
package struct StaticHeaderTable: Sendable {
    /// The index of the last row. The first row has index 1; the rows of the dynamic table follow
    /// this row.
    static let count = 61

    package static let fields: [(name: String, value: String)] = [
        (":authority", ""), (":method", "GET"), (":method", "POST"), (":path", "/"),
        (":path", "/index.html"), (":scheme", "http"), (":scheme", "https"), (":status", "200"),
        (":status", "204"), (":status", "206"), (":status", "304"), (":status", "400"),
        (":status", "404"), (":status", "500"), ("accept-charset", ""),
        ("accept-encoding", "gzip, deflate"), ("accept-language", ""), ("accept-ranges", ""),
        ("accept", ""), ("access-control-allow-origin", ""), ("age", ""), ("allow", ""),
        ("authorization", ""), ("cache-control", ""), ("content-disposition", ""),
        ("content-encoding", ""), ("content-language", ""), ("content-length", ""),
        ("content-location", ""), ("content-range", ""), ("content-type", ""), ("cookie", ""),
        ("date", ""), ("etag", ""), ("expect", ""), ("expires", ""), ("from", ""), ("host", ""),
        ("if-match", ""), ("if-modified-since", ""), ("if-none-match", ""), ("if-range", ""),
        ("if-unmodified-since", ""), ("last-modified", ""), ("link", ""), ("location", ""),
        ("max-forwards", ""), ("proxy-authenticate", ""), ("proxy-authorization", ""),
        ("range", ""), ("referer", ""), ("refresh", ""), ("retry-after", ""), ("server", ""),
        ("set-cookie", ""), ("strict-transport-security", ""), ("transfer-encoding", ""),
        ("user-agent", ""), ("vary", ""), ("via", ""), ("www-authenticate", ""),
    ]

    /// The table shared by all connections. Each connection stores a copy of the value, because a
    /// static property is looked up at each use.
    static let shared = StaticHeaderTable()

    /// The bytes of all names and values, in sequence.
    let bytes: SpanBytes
    /// The position of each row in ``bytes``, starting with index 1.
    let rows: [DynamicHeaderTable.Row]
    /// A hash table of names. For each hash, it contains the index of the first row of one name
    /// with that hash, or 0 if no name has the hash. ``otherIndexes`` leads to the other names with
    /// the same hash.
    private let firstIndexes: [UInt8]
    /// For the first row of each name, the index of the first row of the next name with the same
    /// hash; 0 if there is no such name.
    private let otherIndexes: [UInt8]

    private init() {
        let bytes = SpanBytes(Self.fields.flatMap { Array(($0.name + $0.value).utf8) })
        var rows: [DynamicHeaderTable.Row] = []
        var firstIndexes = [UInt8](repeating: 0, count: 256)
        var otherIndexes = [UInt8](repeating: 0, count: Self.count + 1)
        for (position, field) in Self.fields.enumerated() {
            let row = DynamicHeaderTable.Row(
                start: rows.last?.end ?? 0, nameCount: field.name.utf8.count,
                byteCount: (field.name + field.value).utf8.count)
            rows.append(row)
            guard position == 0 || Self.fields[position - 1].name != field.name else { continue }
            let hash = Self.hash(bytes.span.extracting(row.start..<row.valueStart))
            otherIndexes[position + 1] = firstIndexes[hash]
            firstIndexes[hash] = UInt8(position + 1)
        }
        self.bytes = bytes
        self.rows = rows
        self.firstIndexes = firstIndexes
        self.otherIndexes = otherIndexes
    }

    private static func hash(_ name: borrowing Span<UInt8>) -> Int {
        guard !name.isEmpty else { return 0 }
        let last = Int(name[name.count - 1]) &* 31
        return (name.count &* 17 &+ Int(name[name.count / 2]) &* 7 &+ last) & 0xFF
    }

    /// Returns the index of the first row with the given name.
    func index(ofName name: borrowing Span<UInt8>) -> Int? {
        let all = bytes.span
        var index = Int(firstIndexes[Self.hash(name)])
        while index > 0 {
            let row = rows[index - 1]
            if row.nameCount == name.count, all.holds(name, at: row.start) { return index }
            index = Int(otherIndexes[index])
        }
        return nil
    }

    /// Returns the index of the row with the given value and the name of the row at `nameIndex`,
    /// which must be the first row with that name.
    func index(ofValue value: borrowing Span<UInt8>, nameIndex: Int) -> Int? {
        let all = bytes.span
        for index in nameIndex...Self.count {
            let row = rows[index - 1]
            if index > nameIndex, Self.fields[index - 1].name != Self.fields[nameIndex - 1].name {
                return nil
            }
            if row.byteCount - row.nameCount == value.count, all.holds(value, at: row.valueStart) {
                return index
            }
        }
        return nil
    }
}

extension Span<UInt8> {
    /// Returns whether the span contains the given bytes at `offset`.
    package func holds(_ bytes: borrowing Span<UInt8>, at offset: Int) -> Bool {
        let length = bytes.count
        guard offset >= 0, length <= count - offset else { return false }
        let (whole, part) = (self.bytes, bytes.bytes)
        var position = 0
        while length - position >= 8 {
            // This is safe, because any eight bytes are a valid number, and their position is
            // checked against the spans.
            let mine = whole.unsafeLoadUnaligned(
                fromByteOffset: offset + position, as: UInt64.self)
            guard mine == part.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self)
            else { return false }
            position += 8
        }
        while position < length {
            guard bytes[position] == self[offset + position] else { return false }
            position += 1
        }
        return true
    }
}
