// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The result of a statement: rows with the same columns.
public struct SQLRows: Sendable, RandomAccessCollection {
    /// The names of the columns.
    public let columns: [String]
    private let values: [SQLValue]

    /// - Parameter values: the values of all rows, row by row; each row has as many values as there
    ///   are `columns`.
    public init(columns: [String], values: [SQLValue]) {
        self.columns = columns
        self.values = values
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { columns.isEmpty ? 0 : values.count / columns.count }
    public subscript(index: Int) -> SQLRow { SQLRow(rows: self, index: index) }

    fileprivate func value(_ column: Int, ofRow row: Int) -> SQLValue {
        values[row * columns.count + column]
    }

    /// Returns the values of the first column.
    public func firstColumn<Value: SQLConvertible>(
        as type: Value.Type = Value.self
    ) throws(SQLValueError) -> [Value] {
        var list: [Value] = []
        list.reserveCapacity(count)
        for row in self { list.append(try row.value(at: 0)) }
        return list
    }
}

/// One row of a result. Callers read its columns by name. A value of an unexpected type causes an
/// error and never a trap, because other programs can write to the database, too.
public struct SQLRow: Sendable {
    fileprivate let rows: SQLRows
    fileprivate let index: Int

    /// Returns a column's value; `nil` if there is no such column.
    public subscript(column: String) -> SQLValue? {
        guard let position = rows.columns.firstIndex(of: column) else { return nil }
        return rows.value(position, ofRow: index)
    }

    /// Returns a column's value.
    ///
    /// - Throws: ``SQLValueError`` if there is no such column or its value has another type or is
    ///   NULL.
    public func value<Value: SQLConvertible>(_ column: String) throws(SQLValueError) -> Value {
        guard let value = self[column].flatMap(Value.init(sqlValue:)) else {
            throw SQLValueError(column: column)
        }
        return value
    }

    /// Returns a column's value; `nil` if there is no such column or its value is NULL.
    ///
    /// - Throws: ``SQLValueError`` if the value has another type.
    public func optional<Value: SQLConvertible>(
        _ column: String
    ) throws(SQLValueError) -> Value? {
        guard let stored = self[column], !stored.isNull else { return nil }
        guard let value = Value(sqlValue: stored) else { throw SQLValueError(column: column) }
        return value
    }

    /// Returns the value at a position, counted from 0.
    public func value<Value: SQLConvertible>(at position: Int) throws(SQLValueError) -> Value {
        guard rows.columns.indices.contains(position),
            let value = Value(sqlValue: rows.value(position, ofRow: index))
        else {
            throw SQLValueError(
                column: rows.columns.indices.contains(position)
                    ? rows.columns[position] : "\(position)")
        }
        return value
    }
}

/// The error when a column does not contain a value of the expected type. The error names the
/// column and omits the value.
public struct SQLValueError: Error, Hashable, Sendable {
    public let column: String

    public init(column: String) { self.column = column }
}
