// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A connection to a database. Only one transaction at a time uses it.
///
/// The code of a transaction takes the connection as an isolated parameter, so that the code runs
/// on the connection's executor, without a change of threads for each statement.
public protocol SQLConnection: Actor {
    nonisolated var dialect: SQLDialect { get }

    /// Runs a statement and returns the rows of its result.
    func rows(_ statement: SQL) async throws -> SQLRows
    /// Runs a statement and returns the number of rows that it changed.
    @discardableResult
    func run(_ statement: SQL) async throws -> Int
    /// Runs statements in order. No statement may depend on the result of another, because
    /// PostgreSQL receives all of them together.
    ///
    /// - Returns: the number of rows that each statement changed.
    @discardableResult
    func runAll(_ statements: [SQL]) async throws -> [Int]
    /// Locks names until the transaction ends; meanwhile, other transactions that lock one of these
    /// names wait. Does nothing in SQLite, which has only one writer at a time.
    func lock(_ names: [String]) async throws
    /// Inserts some rows and returns columns of the inserted rows, which may be in another order.
    ///
    /// - Parameters:
    ///   - rows: the values of the columns, row after row. A column's values have the same type.
    ///   - returning: the columns to return; with none, the result is empty.
    @discardableResult
    func insert(
        into table: String, columns: [String], rows: [[SQLValue]], returning: [String]
    ) async throws -> SQLRows
    /// Inserts many rows by the fastest method that the database has.
    ///
    /// - Parameter rows: the values of the columns, row after row.
    func insert(into table: String, columns: [String], rows: [[SQLValue]]) async throws
}

extension SQLConnection {
    /// Runs a statement and returns its first row.
    public func row(_ statement: SQL) async throws -> SQLRow? { try await rows(statement).first }

    @discardableResult
    public func insert(
        into table: String, columns: [String], rows: [[SQLValue]], returning: [String]
    ) async throws -> SQLRows {
        guard !rows.isEmpty else { return SQLRows(columns: returning, values: []) }
        var statement: SQL = """
            INSERT INTO \(text: table) (\(text: columns.joined(separator: ", ")))
            SELECT \(text: columns.map { "r." + $0 }.joined(separator: ", "))
            FROM \(SQLTable(columns: columns, rows: rows), as: "r")
            """
        if !returning.isEmpty {
            statement += " RETURNING \(text: returning.joined(separator: ", "))"
        }
        return try await self.rows(statement)
    }
}

/// A database that runs transactions on its own connections.
public protocol SQLDatabase: Sendable {
    var dialect: SQLDialect { get }

    /// Runs one transaction that writes.
    ///
    /// - Parameter body: the transaction's code. It runs again if the transaction conflicts with
    ///   another transaction, and must not keep the connection.
    /// - Returns: the body's result, after the transaction has become durable.
    /// - Throws: ``SQLError``, `CancellationError`, or an error of the body. After an error nothing
    ///   has changed, except that after ``SQLError/Kind/unknownCommit`` it is unknown whether the
    ///   transaction was committed.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (isolated any SQLConnection) async throws -> Value
    ) async throws -> Value
    /// Runs a transaction that only reads; all its statements see the same state of the database.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (isolated any SQLConnection) async throws -> Value
    ) async throws -> Value
    /// Runs one statement that only reads, without a transaction around it.
    func rows(_ statement: SQL) async throws -> SQLRows
    /// Returns the time of the database's own clock, in milliseconds since 1970.
    func milliseconds(_ db: isolated any SQLConnection) async throws -> Int64
    /// Removes deleted and replaced data, as far as possible, from files other than the tables,
    /// such as SQLite's write-ahead log.
    func scrub() async
    /// Throws an error if the database cannot be written to at present.
    func check() async throws
    /// Closes all connections. Later calls throw ``SQLError``.
    func close() async throws
}

extension SQLDatabase {
    public func rows(_ statement: SQL) async throws -> SQLRows {
        try await read { db in try await db.rows(statement) }
    }

    /// Runs one statement that only reads, and returns its first row.
    public func row(_ statement: SQL) async throws -> SQLRow? { try await rows(statement).first }
}
