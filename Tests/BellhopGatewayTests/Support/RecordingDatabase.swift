// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore
import Synchronization

/// A database that records the statements that it executes.
final class RecordingDatabase: SQLDatabase {
    private let database: any SQLDatabase
    private let statements = Mutex<[String: SQL]>([:])
    private let count = Mutex(0)

    var dialect: SQLDialect { database.dialect }

    init(_ database: any SQLDatabase) { self.database = database }

    /// Each different statement since the last call, once.
    func takeStatements() -> [SQL] {
        statements.withLock { statements in
            defer { statements = [:] }
            return statements.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    /// The number of statements since the last call, including repeated ones.
    func takeCount() -> Int {
        count.withLock { count in
            defer { count = 0 }
            return count
        }
    }

    fileprivate func note(_ statement: SQL) {
        let text = statement.rendered(for: dialect).text
        statements.withLock { $0[text] = statement }
        count.withLock { $0 += 1 }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (isolated any SQLConnection) async throws -> Value
    ) async throws -> Value {
        try await database.write { db in try await body(RecordingConnection(db, self)) }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (isolated any SQLConnection) async throws -> Value
    ) async throws -> Value {
        try await database.read { db in try await body(RecordingConnection(db, self)) }
    }

    func milliseconds(_ db: isolated any SQLConnection) async throws -> Int64 {
        try await database.milliseconds(db)
    }

    func scrub() async { await database.scrub() }
    func check() async throws { try await database.check() }
    func close() async throws { try await database.close() }
}

private actor RecordingConnection: SQLConnection {
    private let connection: any SQLConnection
    private let database: RecordingDatabase

    nonisolated var dialect: SQLDialect { database.dialect }

    init(_ connection: any SQLConnection, _ database: RecordingDatabase) {
        self.connection = connection
        self.database = database
    }

    func rows(_ statement: SQL) async throws -> SQLRows {
        database.note(statement)
        return try await connection.rows(statement)
    }

    func run(_ statement: SQL) async throws -> Int {
        database.note(statement)
        return try await connection.run(statement)
    }

    func runAll(_ statements: [SQL]) async throws -> [Int] {
        statements.forEach(database.note)
        return try await connection.runAll(statements)
    }

    func lock(_ names: [String]) async throws { try await connection.lock(names) }

    func insert(into table: String, columns: [String], rows: [[SQLValue]]) async throws {
        try await connection.insert(into: table, columns: columns, rows: rows)
    }
}
