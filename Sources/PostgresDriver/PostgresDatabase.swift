// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import Dispatch
import SQLCore
import Synchronization

/// A PostgreSQL database, which runs transactions on a pool of connections.
///
/// A transaction that conflicts with another is repeated. If the connection is lost during a
/// commit, another connection reads the transaction's mark (``CommitMark``) to find out whether the
/// transaction was committed, so the result is never guessed.
final class PostgresDatabase: SQLDatabase {
    /// The maximum number of attempts for a transaction that conflicts with others.
    static let attemptsMax = 5
    /// The maximum number of transactions that wait for a connection.
    static let waitersMax = 10_000
    /// The number of connections that are reserved for sending if the pool has more than one.
    static let connectionsReserved = 1
    /// The maximum time in milliseconds for finding out whether a transaction was committed.
    static let commitMilliseconds = 20_000
    /// The pause in milliseconds between two attempts to find out whether a transaction was
    /// committed.
    static let questionMilliseconds = 100
    /// The oldest supported version: PostgreSQL 15.
    static let versionMin = 150_000

    private let address: PostgresAddress
    private let turns: TurnQueue
    private let idle = Mutex<[PostgresConnection]>([])
    private let isClosed = Mutex(false)

    var dialect: SQLDialect { .postgres }

    static func open(_ address: PostgresAddress) async throws -> PostgresDatabase {
        let database = PostgresDatabase(address)
        do { try await database.checkServer() } catch {
            try? await database.close()
            throw error
        }
        return database
    }

    private init(_ address: PostgresAddress) {
        self.address = address
        turns = TurnQueue(
            count: address.pool, waitersMax: Self.waitersMax, reserved: Self.connectionsReserved,
            waitSecondsMax: address.poolWaitSeconds)
    }

    /// Rejects a server that is too old or that may lose confirmed transactions.
    private func checkServer() async throws {
        let name = address.name
        let (version, settings) = try await lend { connection in
            let rows = try await connection.rows(
                """
                SELECT name, setting FROM pg_settings
                WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit')
                """)
            return (await connection.serverVersion, rows)
        }
        guard version >= Self.versionMin else {
            throw SQLError(
                .failed,
                "\(name) is PostgreSQL \(version / 10_000); Bellhop requires "
                    + "\(Self.versionMin / 10_000) or later; upgrade the server")
        }
        for row in settings where try row.value("setting") == "off" {
            let setting: String = try row.value("name")
            throw SQLError(
                .unwritable,
                "\(name) has the setting \(setting)=off, with which it can lose committed "
                    + "transactions; set it to on")
        }
        try await lend { connection in
            let row = try await connection.script(CommitMark.tableQuestion).last?.rows.first
            let count: String? = try row?.value(at: 0)
            if count == "0" { _ = try await connection.script(CommitMark.table) }
            _ = try await connection.script(CommitMark.purge)
        }
    }

    // MARK: Connections

    private func lend<Value: Sendable>(
        _ urgency: SQLUrgency = .current,
        _ body: @Sendable (PostgresConnection) async throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        try await turns.take(urgency)
        defer { turns.giveBack() }
        let connection = try await take()
        do {
            let value = try await body(connection)
            await putBack(connection)
            return value
        } catch {
            await putBack(connection)
            throw error
        }
    }

    /// Returns an idle connection that still works, or a new connection.
    private func take() async throws -> PostgresConnection {
        guard !isClosed.withLock({ $0 }) else {
            throw SQLError(.closed, "the database was closed; open it again")
        }
        while let connection = idle.withLock({ $0.popLast() }) {
            if await connection.isUsable { return connection }
            await connection.disconnect()
        }
        let connection = PostgresConnection(address)
        do { try await connection.connect(address) } catch {
            await connection.disconnect()
            throw error
        }
        return connection
    }

    private func putBack(_ connection: PostgresConnection) async {
        if await connection.isUsable, !isClosed.withLock({ $0 }) {
            return idle.withLock { $0.append(connection) }
        }
        let isLost = await connection.isLost
        await connection.disconnect()
        // The idle connections lead to the same server, so they are closed, too.
        if isLost { await disconnectIdle() }
    }

    // MARK: Transactions

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (isolated any SQLConnection) async throws -> Value
    ) async throws -> Value {
        var attempt = 1
        while true {
            do { return try await writeOnce(body) } catch let error as SQLError {
                guard error.kind == .conflict, attempt < Self.attemptsMax else { throw error }
                await Self.pause(milliseconds: Int.random(in: 0..<(10 << attempt)))
                attempt += 1
            }
        }
    }

    private func writeOnce<Value: Sendable>(
        _ body: @escaping @Sendable (isolated any SQLConnection) async throws -> Value
    ) async throws -> Value {
        let outcome = try await lend { connection in
            let number = await connection.nextTransaction()
            return try await withTaskCancellationHandler {
                try await connection.write(body)
            } onCancel: {
                Task { await connection.cancel(transaction: number) }
            }
        }
        switch outcome {
        case .committed(let value): return value
        case .unknown(let value, let mark):
            guard try await hasCommitted(mark) else {
                throw SQLError(.conflict, "\(address.name) rolled a transaction back; try again")
            }
            return value
        }
    }

    /// Returns whether a transaction was committed, after its commit got no response. If the
    /// transaction has not ended, the query waits for its end.
    private func hasCommitted(_ mark: CommitMark) async throws -> Bool {
        let end = DispatchTime.now() + .milliseconds(Self.commitMilliseconds)
        while DispatchTime.now() < end {
            do {
                // The caller needs this response even if other transactions wait, so the query is
                // urgent.
                let number: String? = try await lend(.sending) { connection in
                    _ = await connection.nextTransaction()
                    return try await connection.script(mark.question).last?.rows.first?
                        .value(at: 0)
                }
                return number == "\(mark.number)"
            } catch let error as SQLError where error.kind == .unavailable {
                // The server is starting, or a standby server is taking over. The loop repeats the
                // query.
            }
            await Self.pause(milliseconds: Self.questionMilliseconds)
        }
        throw SQLError(
            .unknownCommit,
            "the connection to \(address.name) was lost during a commit; the transaction may have "
                + "been committed")
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (isolated any SQLConnection) async throws -> Value
    ) async throws -> Value {
        do { return try await readOnce(body) } catch let error as SQLError
            where error.kind == .conflict || error.kind == .unavailable
        {
            // The server may have closed an idle connection. Reading again changes nothing.
            return try await readOnce(body)
        }
    }

    func rows(_ statement: SQL) async throws -> SQLRows {
        do { return try await rowsOnce(statement) } catch let error as SQLError
            where error.kind == .conflict || error.kind == .unavailable
        {
            return try await rowsOnce(statement)
        }
    }

    /// Runs a single statement, which is a transaction of its own and takes one exchange with the
    /// server instead of three.
    private func rowsOnce(_ statement: SQL) async throws -> SQLRows {
        try await lend { connection in
            let number = await connection.nextTransaction()
            return try await withTaskCancellationHandler {
                try await connection.rows(statement)
            } onCancel: {
                Task { await connection.cancel(transaction: number) }
            }
        }
    }

    private func readOnce<Value: Sendable>(
        _ body: @escaping @Sendable (isolated any SQLConnection) async throws -> Value
    ) async throws -> Value {
        try await lend { connection in
            let number = await connection.nextTransaction()
            return try await withTaskCancellationHandler {
                try await connection.read(body)
            } onCancel: {
                Task { await connection.cancel(transaction: number) }
            }
        }
    }

    func milliseconds(_ db: isolated any SQLConnection) async throws -> Int64 {
        let row = try await db.row(
            "SELECT CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS BIGINT) AS now")
        return try row?.value("now") ?? 0
    }

    func scrub() async {}

    func check() async throws {
        let isReadOnly: String? = try await read { db in
            try await db.row("SELECT current_setting('default_transaction_read_only') AS value")?
                .value("value")
        }
        guard isReadOnly == "off" else {
            throw SQLError(
                .unwritable, "\(address.name) cannot be written; use the primary server")
        }
    }

    func close() async throws {
        isClosed.withLock { $0 = true }
        turns.close()
        await disconnectIdle()
    }

    private func disconnectIdle() async {
        let connections = idle.withLock { idle in
            defer { idle = [] }
            return idle
        }
        for connection in connections { await connection.disconnect() }
    }

    /// Waits without blocking a thread.
    private static func pause(milliseconds: Int) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
                continuation.resume()
            }
        }
    }
}

/// The outcome of a transaction that writes.
private enum WriteOutcome<Value: Sendable>: Sendable {
    case committed(Value)
    /// The connection was lost during the commit. The mark identifies the transaction.
    case unknown(Value, CommitMark)
}

extension PostgresConnection {
    fileprivate func write<Value: Sendable>(
        _ body: @Sendable (isolated any SQLConnection) async throws -> Value
    ) async throws -> WriteOutcome<Value> {
        let mark: CommitMark
        do { mark = try await beginWriting() } catch let error as SQLError
            where error.kind == .unavailable
        {
            // `BEGIN` failed because the connection had ended while it was idle. The transaction
            // has changed nothing, so it can be repeated.
            throw SQLError(.conflict, error.message, code: error.code)
        }
        let value: Value
        do { value = try await body(self) } catch {
            await rollback()
            throw error
        }
        do { try await commit() } catch let error as SQLError where error.kind == .unavailable {
            return .unknown(value, mark)
        }
        return .committed(value)
    }

    func read<Value: Sendable>(
        _ body: @Sendable (isolated any SQLConnection) async throws -> Value
    ) async throws -> Value {
        try await beginReading()
        do {
            let value = try await body(self)
            _ = try await script("COMMIT")
            return value
        } catch {
            await rollback()
            throw error
        }
    }
}
#endif
