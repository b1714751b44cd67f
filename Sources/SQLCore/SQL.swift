// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A complete SQL statement, or a part of a statement, with the values of its parameters.
///
/// Every interpolated value becomes a parameter, so input from outside never becomes part of the
/// text:
///
/// ```swift
/// let statement: SQL = "SELECT no FROM installation WHERE id = \(id)"
/// ```
public struct SQL: Sendable, ExpressibleByStringInterpolation {
    fileprivate enum Piece: Sendable {
        case text(String)
        case value(SQLValue)
        case byDialect(sqlite: String, postgres: String)
        case table(SQLTable, name: String)
        case membership(SQLValue)
    }

    private var pieces: [Piece]

    public init(stringLiteral text: String) { pieces = [.text(text)] }

    public init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }

    /// Returns a statement that consists of two parts, in this order.
    public static func + (first: SQL, second: SQL) -> SQL {
        var sum = first
        sum.pieces += second.pieces
        return sum
    }

    /// Appends a part to a statement.
    public static func += (sum: inout SQL, part: SQL) { sum.pieces += part.pieces }

    /// A statement in the syntax of one database.
    public struct Rendered: Hashable, Sendable {
        public var text: String
        /// The values of the parameters, in the order of the parameters' numbers.
        public var arguments: [SQLValue]
    }

    /// Returns the statement in the syntax of a database.
    public func rendered(for dialect: SQLDialect) -> Rendered {
        var rendered = Rendered(text: "", arguments: [])
        func placeholder(_ value: SQLValue) -> String {
            rendered.arguments.append(value)
            return dialect == .sqlite ? "?" : "$\(rendered.arguments.count)"
        }
        for piece in pieces {
            switch piece {
            case .text(let text): rendered.text += text
            case .value(let value): rendered.text += placeholder(value)
            case .byDialect(let sqlite, let postgres):
                rendered.text += dialect == .sqlite ? sqlite : postgres
            case .membership(let list):
                rendered.text +=
                    dialect == .sqlite
                    ? "IN (SELECT \(list.jsonValue("value")) FROM json_each(\(placeholder(list))))"
                    : "= ANY (\(placeholder(list)))"
            case .table(let table, let name):
                let columns = table.columns
                switch dialect {
                case .sqlite:
                    let list = columns.enumerated().map { index, column in
                        "\(column.values.jsonValue("value ->> \(index)")) AS \(column.name)"
                    }
                    rendered.text +=
                        "(SELECT \(list.joined(separator: ", ")) FROM "
                        + "json_each(\(placeholder(.text(table.json))))) AS \(name)"
                case .postgres:
                    let lists = columns.map { placeholder($0.values) }.joined(separator: ", ")
                    let names = columns.map(\.name).joined(separator: ", ")
                    rendered.text += "unnest(\(lists)) AS \(name) (\(names))"
                }
            }
        }
        return rendered
    }

    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var pieces: [Piece] = []

        public init(literalCapacity: Int, interpolationCount: Int) {
            pieces.reserveCapacity(interpolationCount * 2 + 1)
        }

        public mutating func appendLiteral(_ text: String) {
            if !text.isEmpty { pieces.append(.text(text)) }
        }

        /// Appends a value as a parameter.
        public mutating func appendInterpolation(_ value: some SQLConvertible) {
            pieces.append(.value(value.sqlValue))
        }

        /// Appends an optional value as a parameter; `nil` becomes NULL.
        public mutating func appendInterpolation<Value: SQLConvertible>(_ value: Value?) {
            pieces.append(.value(value?.sqlValue ?? .null(Value.sqlType)))
        }

        /// Appends a part of a statement.
        public mutating func appendInterpolation(_ part: SQL) { pieces += part.pieces }

        /// Appends text without escaping it. The text must be part of the program, for instance a
        /// list of columns.
        public mutating func appendInterpolation(text: String) { pieces.append(.text(text)) }

        /// Appends a text that depends on the database.
        public mutating func appendInterpolation(sqlite: String, postgres: String) {
            pieces.append(.byDialect(sqlite: sqlite, postgres: postgres))
        }

        /// Appends rows as a table that the statement can join under a name.
        public mutating func appendInterpolation(_ table: SQLTable, as name: String) {
            pieces.append(.table(table, name: name))
        }

        /// Appends a condition: the expression before it must be equal to one of the integers in a
        /// list.
        public mutating func appendInterpolation(in list: [Int64]) {
            pieces.append(.membership(.integers(list)))
        }

        /// Appends a condition: the expression before it must be equal to one of the texts in a
        /// list.
        public mutating func appendInterpolation(in list: [String]) {
            pieces.append(.membership(.texts(list)))
        }

        /// Appends a condition: the expression before it must be equal to one of the byte strings
        /// in a list.
        public mutating func appendInterpolation(in list: [[UInt8]]) {
            pieces.append(.membership(.blobs(list)))
        }
    }
}

extension SQLValue {
    /// Returns the expression with which SQLite converts an element of this list, which is passed
    /// as JSON, to a value that can be compared.
    fileprivate func jsonValue(_ expression: String) -> String {
        if case .blobs = self { "unhex_bytes(\(expression))" } else { expression }
    }
}
