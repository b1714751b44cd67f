// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Rows that a statement joins, so that one statement can process many rows.
///
/// A statement refers to the rows' columns as to those of any table:
/// `FROM \(table, as: "r") JOIN delivery d ON d.id = r.id`.
public struct SQLTable: Hashable, Sendable {
    /// One column: its name and its values.
    struct Column: Hashable, Sendable {
        let name: String
        let values: SQLValue

        var count: Int {
            switch values {
            case .integers(let list): list.count
            case .texts(let list): list.count
            case .blobs(let list): list.count
            default: 0
            }
        }
    }

    private(set) var columns: [Column] = []

    /// Creates a table without columns.
    public init() {}

    /// Returns a copy of the table with an additional column of integers. All columns must have the
    /// same length.
    public func with(_ name: String, integers: [Int64?]) -> SQLTable {
        with(Column(name: name, values: .integers(integers)))
    }

    /// Returns a copy of the table with an additional column of texts. All columns must have the
    /// same length.
    public func with(_ name: String, texts: [String?]) -> SQLTable {
        with(Column(name: name, values: .texts(texts)))
    }

    /// Returns a copy of the table with an additional column of byte strings. All columns must have
    /// the same length.
    public func with(_ name: String, blobs: [[UInt8]?]) -> SQLTable {
        with(Column(name: name, values: .blobs(blobs)))
    }

    /// Creates a table from rows. A column has the type of its value in the first row.
    init(columns: [String], rows: [[SQLValue]]) {
        for (index, name) in columns.enumerated() {
            let values = rows.map { row in index < row.count ? row[index] : .other }
            self = with(Column(name: name, values: Self.list(values)))
        }
    }

    private static func list(_ values: [SQLValue]) -> SQLValue {
        switch values.first {
        case .integer, .null(.integer): .integers(values.map(Int64.init(sqlValue:)))
        case .blob, .null(.blob): .blobs(values.map([UInt8].init(sqlValue:)))
        default: .texts(values.map(String.init(sqlValue:)))
        }
    }

    private func with(_ column: Column) -> SQLTable {
        var table = self
        table.columns.append(column)
        return table
    }

    /// The rows as JSON, in which each row is an array; SQLite joins the rows in this form.
    var json: String {
        var text: [UInt8] = [UInt8(ascii: "[")]
        for row in 0..<(columns.first?.count ?? 0) {
            if row > 0 { text.append(UInt8(ascii: ",")) }
            text.append(UInt8(ascii: "["))
            for (index, column) in columns.enumerated() {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                column.values.appendJSONElement(row, to: &text)
            }
            text.append(UInt8(ascii: "]"))
        }
        text.append(UInt8(ascii: "]"))
        return String(decoding: text, as: UTF8.self)
    }
}

extension SQLValue {
    /// A list as JSON; `nil` if the value is not a list.
    public var jsonList: String? {
        let count: Int
        switch self {
        case .integers(let list): count = list.count
        case .texts(let list): count = list.count
        case .blobs(let list): count = list.count
        default: return nil
        }
        var text: [UInt8] = [UInt8(ascii: "[")]
        for index in 0..<count {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            appendJSONElement(index, to: &text)
        }
        text.append(UInt8(ascii: "]"))
        return String(decoding: text, as: UTF8.self)
    }

    fileprivate func appendJSONElement(_ index: Int, to text: inout [UInt8]) {
        switch self {
        case .integers(let list) where index < list.count:
            text.append(contentsOf: (list[index].map { "\($0)" } ?? "null").utf8)
        case .texts(let list) where index < list.count:
            if let value = list[index] { return Self.appendQuoted(value, to: &text) }
            text.append(contentsOf: "null".utf8)
        case .blobs(let list) where index < list.count:
            if let value = list[index] { return Self.appendHex(value, to: &text) }
            text.append(contentsOf: "null".utf8)
        default: text.append(contentsOf: "null".utf8)
        }
    }

    private static func appendHex(_ bytes: [UInt8], to text: inout [UInt8]) {
        text.append(UInt8(ascii: "\""))
        for byte in bytes {
            text.append(hexDigit(byte >> 4))
            text.append(hexDigit(byte & 15))
        }
        text.append(UInt8(ascii: "\""))
    }

    /// Returns the digit for a number from 0 to 15.
    private static func hexDigit(_ number: UInt8) -> UInt8 {
        number < 10 ? UInt8(ascii: "0") + number : UInt8(ascii: "a") + number - 10
    }

    private static func appendQuoted(_ value: String, to text: inout [UInt8]) {
        text.append(UInt8(ascii: "\""))
        // No byte of a longer UTF-8 sequence is one of the bytes that must be escaped.
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                text.append(UInt8(ascii: "\\"))
                text.append(byte)
            case 0..<0x20:
                text.append(contentsOf: "\\u00".utf8)
                text.append(hexDigit(byte >> 4))
                text.append(hexDigit(byte & 15))
            default: text.append(byte)
            }
        }
        text.append(UInt8(ascii: "\""))
    }
}
