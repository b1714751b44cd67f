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
        var text = "["
        for row in 0..<(columns.first?.count ?? 0) {
            text += row == 0 ? "[" : ",["
            for (index, column) in columns.enumerated() {
                if index > 0 { text += "," }
                text += column.values.jsonElement(row)
            }
            text += "]"
        }
        return text + "]"
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
        return "[" + (0..<count).map(jsonElement).joined(separator: ",") + "]"
    }

    fileprivate func jsonElement(_ index: Int) -> String {
        switch self {
        case .integers(let list) where index < list.count: list[index].map { "\($0)" } ?? "null"
        case .texts(let list) where index < list.count: list[index].map(Self.quoted) ?? "null"
        case .blobs(let list) where index < list.count: list[index].map(Self.hex) ?? "null"
        default: "null"
        }
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = [UInt8(ascii: "\"")]
        text.reserveCapacity(bytes.count * 2 + 2)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        text.append(UInt8(ascii: "\""))
        return String(decoding: text, as: UTF8.self)
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case _ where scalar.value < 0x20:
                let hex = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
