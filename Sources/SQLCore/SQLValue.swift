// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The type of a parameter. PostgreSQL needs the type even if the value is NULL.
public enum SQLType: Hashable, Sendable {
    case integer
    case text
    case blob
}

/// A value of a statement's parameter or of a column of its result.
public enum SQLValue: Hashable, Sendable {
    case null(SQLType)
    case integer(Int64)
    case text(String)
    case blob([UInt8])
    /// A list of integers as one parameter. SQLite receives it as JSON, PostgreSQL as an array.
    case integers([Int64?])
    /// A list of texts as one parameter.
    case texts([String?])
    /// A list of byte strings as one parameter. SQLite receives them in hexadecimal digits.
    case blobs([[UInt8]?])
    /// A value of a type that the gateway never writes, for instance a floating-point number.
    case other

    /// Whether the value is NULL.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }
}

/// A type whose values can be parameters of statements and values of columns.
public protocol SQLConvertible: Sendable {
    static var sqlType: SQLType { get }
    var sqlValue: SQLValue { get }
    /// Creates a value from a parameter or column; `nil` if the SQL value has another type.
    init?(sqlValue: SQLValue)
}

extension Int64: SQLConvertible {
    public static var sqlType: SQLType { .integer }
    public var sqlValue: SQLValue { .integer(self) }
    public init?(sqlValue: SQLValue) {
        guard case .integer(let value) = sqlValue else { return nil }
        self = value
    }
}

extension Int: SQLConvertible {
    public static var sqlType: SQLType { .integer }
    public var sqlValue: SQLValue { .integer(Int64(self)) }
    public init?(sqlValue: SQLValue) {
        guard case .integer(let value) = sqlValue else { return nil }
        self.init(exactly: value)
    }
}

extension Bool: SQLConvertible {
    public static var sqlType: SQLType { .integer }
    public var sqlValue: SQLValue { .integer(self ? 1 : 0) }
    public init?(sqlValue: SQLValue) {
        guard case .integer(let value) = sqlValue else { return nil }
        self = value != 0
    }
}

extension String: SQLConvertible {
    public static var sqlType: SQLType { .text }
    public var sqlValue: SQLValue { .text(self) }
    public init?(sqlValue: SQLValue) {
        guard case .text(let value) = sqlValue else { return nil }
        self = value
    }
}

extension [UInt8]: SQLConvertible {
    public static var sqlType: SQLType { .blob }
    public var sqlValue: SQLValue { .blob(self) }
    public init?(sqlValue: SQLValue) {
        guard case .blob(let value) = sqlValue else { return nil }
        self = value
    }
}
