// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The rows that every connection begins with (RFC 7541 appendix A).
enum StaticHeaderTable {
    /// The index of the last row; the first is 1, and the dynamic table's follow.
    static let count = 61

    static let fields: [(name: String, value: String)] = [
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

    /// All names and values, one after another.
    static let bytes: [UInt8] = fields.flatMap { Array(($0.name + $0.value).utf8) }

    /// Where each row stands in ``bytes``, index 1 first.
    static let rows: [DynamicHeaderTable.Row] = {
        var start = 0
        return fields.map { name, value in
            let row = DynamicHeaderTable.Row(
                start: start, nameCount: name.utf8.count, byteCount: (name + value).utf8.count)
            start = row.end
            return row
        }
    }()

    /// For each length of a name, the indexes of the first rows of names that are so long.
    private static let indexesByLength: [[Int]] = {
        let lengthMax = rows.map(\.nameCount).max() ?? 0
        var indexes = [[Int]](repeating: [], count: lengthMax + 1)
        for (position, field) in fields.enumerated()
        where position == 0 || fields[position - 1].name != field.name {
            indexes[field.name.utf8.count].append(position + 1)
        }
        return indexes
    }()

    /// The first row with a name.
    static func index(ofName name: borrowing Span<UInt8>) -> Int? {
        guard name.count < indexesByLength.count else { return nil }
        let all = bytes.span
        for index in indexesByLength[name.count]
        where all.holds(name, at: rows[index - 1].start) {
            return index
        }
        return nil
    }

    /// The row with a name and value, the name being that of a row that comes first.
    static func index(ofValue value: borrowing Span<UInt8>, nameIndex: Int) -> Int? {
        let name = fields[nameIndex - 1].name
        let all = bytes.span
        var index = nameIndex
        while index <= count, index == nameIndex || fields[index - 1].name == name {
            let row = rows[index - 1]
            if row.byteCount - row.nameCount == value.count, all.holds(value, at: row.valueStart) {
                return index
            }
            index += 1
        }
        return nil
    }
}

extension Span<UInt8> {
    /// Whether these bytes stand here from `offset` on.
    func holds(_ bytes: borrowing Span<UInt8>, at offset: Int) -> Bool {
        guard bytes.count <= count - offset else { return false }
        for position in bytes.indices where bytes[position] != self[offset + position] {
            return false
        }
        return true
    }
}
