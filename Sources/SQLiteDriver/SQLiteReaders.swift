// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore
import Synchronization

/// The connections for reading. Each connection is opened when it is first needed.
final class SQLiteReaders: Sendable {
    private struct State {
        var idle: [SQLiteConnection] = []
        var all: [SQLiteConnection] = []
    }

    private let path: String
    private let turns = TurnQueue(
        count: SQLiteDatabase.readersMax, waitersMax: SQLiteDatabase.readsWaitingMax)
    private let state = Mutex(State())

    init(path: String) { self.path = path }

    /// Runs a transaction that only reads; all its statements see the same state of the file.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (isolated any SQLConnection) async throws -> Value
    ) async throws -> Value {
        try await lend { connection in try await connection.read(body) }
    }

    /// Runs one statement without a transaction; SQLite reads one consistent state of the file for
    /// it.
    func rows(_ statement: SQLCore.SQL) async throws -> SQLRows {
        try await lend { connection in try await connection.rows(statement) }
    }

    private func lend<Value: Sendable>(
        _ body: (SQLiteConnection) async throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        try await turns.take()
        defer { turns.giveBack() }
        let connection = try take()
        defer { state.withLock { $0.idle.append(connection) } }
        return try await body(connection)
    }

    private func take() throws -> SQLiteConnection {
        if let idle = state.withLock({ $0.idle.popLast() }) { return idle }
        let connection = try SQLiteConnection(
            path: path, label: "bellhop.reader",
            configuration: SQLiteDatabase.configuration(reads: true))
        state.withLock { $0.all.append(connection) }
        return connection
    }

    /// Waits until all waiting and running reads have ended, and closes the connections.
    func close() async throws {
        for _ in 0..<SQLiteDatabase.readersMax { try await turns.take() }
        turns.close()
        for connection in state.withLock({ $0.all }) { try await connection.close() }
    }
}

extension SQLiteConnection {
    fileprivate func read<Value: Sendable>(
        _ body: @Sendable (isolated any SQLConnection) async throws -> Value
    ) async throws -> Value {
        try run("BEGIN")
        do {
            let value = try await body(self)
            try run("COMMIT")
            return value
        } catch {
            _ = try? run("ROLLBACK")
            throw error
        }
    }
}
