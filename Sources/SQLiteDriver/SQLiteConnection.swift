// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GRDB
import SQLCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One connection to a SQLite file, on a separate queue.
actor SQLiteConnection: SQLConnection {
    private nonisolated let executor: QueueExecutor
    private let queue: DatabaseQueue
    private let path: String

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }
    nonisolated var dialect: SQLDialect { .sqlite }

    init(path: String, label: String, configuration: Configuration) throws(SQLError) {
        self.path = path
        executor = QueueExecutor(label: label)
        do { queue = try DatabaseQueue(path: path, configuration: configuration) } catch {
            throw Self.translated(error, path)
        }
    }

    func rows(_ statement: SQLCore.SQL) throws -> SQLRows {
        let rendered = statement.rendered(for: .sqlite)
        return try access { db in
            let prepared = try db.cachedStatement(sql: rendered.text)
            let cursor = try Row.fetchCursor(prepared, arguments: rendered.arguments.bound)
            let columns = prepared.columnNames
            var values: [SQLValue] = []
            while let row = try cursor.next() {
                for column in columns.indices {
                    values.append(SQLValue(row[column] as DatabaseValue))
                }
            }
            return SQLRows(columns: columns, values: values)
        }
    }

    @discardableResult
    func run(_ statement: SQLCore.SQL) throws -> Int {
        let rendered = statement.rendered(for: .sqlite)
        return try access { db in
            let prepared = try db.cachedStatement(sql: rendered.text)
            try prepared.execute(arguments: rendered.arguments.bound)
            return db.changesCount
        }
    }

    @discardableResult
    func runAll(_ statements: [SQLCore.SQL]) throws -> [Int] { try statements.map { try run($0) } }

    func lock(_ names: [String]) {}

    func insert(into table: String, columns: [String], rows: [[SQLValue]]) throws {
        try access { db in
            let prepared = try db.cachedStatement(sql: Self.insertion(table, columns))
            for row in rows {
                try prepared.execute(arguments: row.bound)
            }
        }
    }

    @discardableResult
    func insert(
        into table: String, columns: [String], rows: [[SQLValue]], returning: [String]
    ) throws -> SQLRows {
        guard !returning.isEmpty else {
            try insert(into: table, columns: columns, rows: rows)
            return SQLRows(columns: [], values: [])
        }
        let text =
            Self.insertion(table, columns) + " RETURNING \(returning.joined(separator: ", "))"
        return try access { db in
            let prepared = try db.cachedStatement(sql: text)
            var values: [SQLValue] = []
            for row in rows {
                let cursor = try Row.fetchCursor(prepared, arguments: row.bound)
                while let inserted = try cursor.next() {
                    for column in returning.indices {
                        values.append(SQLValue(inserted[column] as DatabaseValue))
                    }
                }
            }
            return SQLRows(columns: returning, values: values)
        }
    }

    private static func insertion(_ table: String, _ columns: [String]) -> String {
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        return "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(marks))"
    }

    /// Whether a transaction is open. SQLite itself ends a transaction after some errors.
    var isInTransaction: Bool {
        get throws { try access { db in db.isInsideTransaction } }
    }

    /// Moves the contents of the write-ahead log into the database file, and empties the log.
    func checkpoint() throws { try access { db in _ = try db.checkpoint(.truncate) } }

    /// Copies the current state of the database into another file.
    func backup(to target: DatabaseQueue) throws {
        do { try queue.backup(to: target) } catch { throw Self.translated(error, path) }
    }

    func close() throws {
        do { try queue.close() } catch { throw Self.translated(error, path) }
    }

    private func access<Value>(_ body: (Database) throws -> Value) throws -> Value {
        do { return try queue.inDatabase(body) } catch let error as DatabaseError {
            throw SQLError(error, path: path)
        }
    }

    private static func translated(_ error: any Error, _ path: String) -> SQLError {
        if let error = error as? DatabaseError { return SQLError(error, path: path) }
        return error as? SQLError ?? SQLError(.failed, "SQLite failed on \(path): \(error)")
    }
}

extension [SQLValue] {
    /// The values as arguments of a statement.
    ///
    /// If the elements have a concrete type, GRDB makes a key path for each statement, which takes
    /// a tenth of the time of a short statement. For existentials, it makes none.
    fileprivate var bound: StatementArguments {
        StatementArguments(map { $0.databaseValue as (any DatabaseValueConvertible)? })
    }
}

extension SQLValue {
    fileprivate init(_ value: DatabaseValue) {
        switch value.storage {
        case .null: self = .null(.text)
        case .int64(let value): self = .integer(value)
        case .double: self = .other
        case .string(let value): self = .text(value)
        case .blob(let value): self = .blob(Array(value))
        }
    }

    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .null, .other: .null
        case .integer(let value): value.databaseValue
        case .text(let value): value.databaseValue
        case .blob(let value): Data(value).databaseValue
        case .integers, .texts, .blobs: (jsonList ?? "[]").databaseValue
        }
    }
}
