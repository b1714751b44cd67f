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
    /// Inserts many rows by the fastest method that the database has.
    ///
    /// - Parameter rows: the values of the columns, row after row.
    func insert(into table: String, columns: [String], rows: [[SQLValue]]) async throws
}

extension SQLConnection {
    /// Runs a statement and returns its first row.
    public func row(_ statement: SQL) async throws -> SQLRow? { try await rows(statement).first }
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
