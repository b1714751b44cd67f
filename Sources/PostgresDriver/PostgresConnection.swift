// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import CLibPQ
import Dispatch
import SQLCore

/// One connection to PostgreSQL, on a separate queue. It waits for its socket without blocking a
/// thread.
actor PostgresConnection: SQLConnection {
    /// The maximum time in milliseconds of one wait for the socket. The gateway's statements take
    /// less than a second.
    static let statementMilliseconds = 30_000
    /// The maximum number of prepared statements.
    static let preparedMax = 400

    private nonisolated let executor = QueueExecutor(label: "bellhop.postgres")
    private nonisolated let name: String
    private let prepares: Bool
    /// The statement that limits the time for which the server waits within a transaction.
    private let idleSetting: String
    /// The identifier of this connection in the marks of its transactions.
    let mark = Int64.random(in: 1 ... .max)
    private var transactionNumber: Int64 = 0
    private var connection: OpaquePointer?
    /// The ticket of the current wait for the socket.
    private var wait: SocketPoller.Ticket?
    /// The names of prepared statements, by the statements' texts.
    private var prepared: [String: String] = [:]
    private var isCommitting = false
    private var isRunning = false
    private var wasCancelled = false
    private var lastTransaction = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }
    nonisolated var dialect: SQLDialect { .postgres }

    init(_ address: PostgresAddress) {
        name = address.name
        prepares = address.preparesStatements
        idleSetting =
            "SET LOCAL idle_in_transaction_session_timeout = "
            + "'\(address.transactionIdleSeconds)s'"
    }

    isolated deinit { disconnect() }

    /// Whether the connection is open, runs no transaction, and no request to cancel is on its way
    /// to the server.
    var isUsable: Bool {
        connection != nil && !wasCancelled && PQstatus(connection) == CONNECTION_OK
            && PQtransactionStatus(connection) == PQTRANS_IDLE
    }

    // MARK: Connecting

    /// Connects to the server. Callers call this method only once.
    func connect(_ address: PostgresAddress) async throws {
        // The address can override the settings that precede `dbname`.
        let settings: [(String, String)] = [
            ("target_session_attrs", "read-write"), ("tcp_user_timeout", "10000"),
            ("keepalives_idle", "10"), ("dbname", address.connectionString),
            ("fallback_application_name", "bellhop"), ("client_encoding", "UTF8"),
        ]
        connection = Self.start(settings)
        guard connection != nil, PQstatus(connection) != CONNECTION_BAD else {
            throw SQLError.lost(connection, name)
        }
        var state = PGRES_POLLING_WRITING
        let deadline = DispatchTime.now() + .seconds(address.connectSeconds)
        while state != PGRES_POLLING_OK {
            guard state != PGRES_POLLING_FAILED else { throw SQLError.lost(connection, name) }
            guard
                try await isReady(
                    reading: state == PGRES_POLLING_READING,
                    writing: state != PGRES_POLLING_READING, by: deadline)
            else {
                throw SQLError(
                    .unavailable,
                    "\(name) cannot be reached: no response in \(address.connectSeconds) seconds; "
                        + "start the server, or correct the address")
            }
            state = PQconnectPoll(connection)
        }
        PQsetnonblocking(connection, 1)
        // By default, libpq prints the server's notices to standard error.
        PQsetNoticeReceiver(connection, { _, _ in }, nil)
    }

    private static func start(_ settings: [(String, String)]) -> OpaquePointer? {
        func withText(
            _ rest: ArraySlice<(String, String)>, _ keys: [UnsafePointer<CChar>?],
            _ values: [UnsafePointer<CChar>?]
        ) -> OpaquePointer? {
            guard let (key, value) = rest.first else {
                return PQconnectStartParams(keys + [nil], values + [nil], 1)
            }
            return key.withCString { key in
                value.withCString { value in
                    withText(rest.dropFirst(), keys + [key], values + [value])
                }
            }
        }
        return withText(settings[...], [], [])
    }

    /// Waits until the socket can be read or written.
    ///
    /// - Returns: `false` if the deadline has passed or the wait was cancelled.
    private func isReady(
        reading: Bool, writing: Bool, by deadline: DispatchTime
    ) async throws(SQLError) -> Bool {
        let descriptor = PQsocket(connection)
        guard descriptor >= 0 else { return true }
        let ticket = try SocketPoller.shared.ticket()
        wait = ticket
        defer { wait = nil }
        return await SocketPoller.shared.isReady(
            descriptor, reading: reading, writing: writing, by: deadline, ticket: ticket)
    }

    /// Whether the connection is closed or was lost.
    var isLost: Bool { connection == nil || PQstatus(connection) == CONNECTION_BAD }

    /// The server's version as a number, for instance 150018.
    var serverVersion: Int { Int(PQserverVersion(connection)) }

    func disconnect() {
        if let wait { SocketPoller.shared.cancel(wait) }
        PQfinish(connection)
        connection = nil
        prepared = [:]
    }

    // MARK: Statements

    func rows(_ statement: SQL) async throws -> SQLRows { try await execute(statement).rows }

    @discardableResult
    func run(_ statement: SQL) async throws -> Int { try await execute(statement).count }

    @discardableResult
    func runAll(_ statements: [SQL]) async throws -> [Int] {
        let rendered = statements.map { $0.rendered(for: .postgres) }
        for one in rendered { _ = try await preparedName(one) }
        guard rendered.count > 1, PQenterPipelineMode(connection) == 1 else {
            var counts: [Int] = []
            for one in statements { counts.append(try await run(one)) }
            return counts
        }
        try begin()
        defer {
            isRunning = false
            PQexitPipelineMode(connection)
        }
        for one in rendered { try send(one, name: prepared[one.text]) }
        guard PQpipelineSync(connection) == 1 else { throw lost() }
        return try await collect(pipelined: true).map(\.count)
    }

    func lock(_ names: [String]) async throws {
        // All transactions take their locks in the same order, so that no two transactions wait for
        // each other. Advisory locks belong to the whole database, so each key includes the schema:
        // gateways in other schemas then use other locks.
        let numbers = Set(names.map(Self.number)).sorted()
        _ = try await rows(
            """
            SELECT pg_advisory_xact_lock(hashtextextended(current_schema()::text, n))
            FROM \(SQLTable().with("n", integers: numbers), as: "r")
            """)
    }

    /// Returns the FNV-1a hash of a name, which is the same in every process, unlike Swift's own
    /// hashes.
    private static func number(_ name: String) -> Int64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        return Int64(bitPattern: hash)
    }

    func insert(into table: String, columns: [String], rows: [[SQLValue]]) async throws {
        guard !rows.isEmpty else { return }
        try begin()
        defer { isRunning = false }
        let text = "COPY \(table) (\(columns.joined(separator: ", "))) FROM STDIN"
        guard PQsendQuery(connection, text) == 1 else { throw lost() }
        try await flush()
        try await expectCopy()
        var buffer: [UInt8] = []
        for (index, row) in rows.enumerated() {
            PostgresCopy.append(row, to: &buffer)
            if buffer.count > PostgresCopy.bufferSize || index == rows.count - 1 {
                try await put(buffer)
                buffer.removeAll(keepingCapacity: true)
            }
        }
        while PQputCopyEnd(connection, nil) == 0 { try await waitForSocket(writing: true) }
        try await flush()
        _ = try await collect()
    }

    private func expectCopy() async throws {
        guard let result = try await next() else { throw lost() }
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_COPY_IN else {
            let error = error(of: result)
            _ = try? await collect()
            throw error
        }
    }

    private func put(_ bytes: [UInt8]) async throws {
        while true {
            let status = bytes.withUnsafeBytes { bytes in
                PQputCopyData(
                    connection, bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count))
            }
            if status == 1 { return }
            guard status == 0 else { throw lost() }
            try await waitForSocket(writing: true)
        }
    }

    private func execute(_ statement: SQL) async throws -> PostgresResult {
        let rendered = statement.rendered(for: .postgres)
        let name = try await preparedName(rendered)
        try begin()
        defer { isRunning = false }
        try send(rendered, name: name)
        guard let result = try await collect().last else { throw lost() }
        return result
    }

    /// Returns the name of the prepared statement, and prepares the statement on its first use;
    /// returns `nil` if the statement is not to be prepared.
    private func preparedName(_ statement: SQL.Rendered) async throws -> String? {
        // A statement without parameters belongs to a migration, or is just as fast without
        // preparation.
        guard prepares, !statement.arguments.isEmpty else { return nil }
        if let name = prepared[statement.text] { return name }
        guard prepared.count < Self.preparedMax else { return nil }
        let name = "s\(prepared.count)"
        let types = PostgresParameters(statement.arguments).types
        try begin()
        defer { isRunning = false }
        guard PQsendPrepare(connection, name, statement.text, Int32(types.count), types) == 1 else {
            throw lost()
        }
        _ = try await collect()
        prepared[statement.text] = name
        return name
    }

    private func begin() throws {
        guard connection != nil else {
            throw SQLError(.closed, "the connection to \(name) was closed; connect again")
        }
        isRunning = true
        if wasCancelled { throw CancellationError() }
    }

    private func send(_ statement: SQL.Rendered, name: String?) throws {
        let parameters = PostgresParameters(statement.arguments)
        let count = Int32(parameters.count)
        let isSent = parameters.withPointers { values, lengths, formats in
            if let name {
                return PQsendQueryPrepared(connection, name, count, values, lengths, formats, 1)
            }
            return PQsendQueryParams(
                connection, statement.text, count, parameters.types, values, lengths, formats, 1)
        }
        guard isSent == 1 else { throw lost() }
    }

    /// Runs a text that contains one or more statements without parameters.
    func script(_ text: String) async throws -> [PostgresResult] {
        try begin()
        defer { isRunning = false }
        guard PQsendQuery(connection, text) == 1 else { throw lost() }
        return try await collect()
    }

    // MARK: Waiting

    private func lost() -> SQLError { SQLError.lost(connection, name) }

    private func error(of result: OpaquePointer) -> any Error {
        let field = PQresultErrorField(result, Int32(UInt8(ascii: "C")))
        guard let state = PostgresResult.text(field) else { return lost() }
        if state == "57014", wasCancelled { return CancellationError() }
        if state == "0A000" {
            // The tables changed after the statement was prepared, so all statements are prepared
            // again.
            prepared = [:]
            return SQLError(.conflict, "the tables of \(name) changed; try again", code: state)
        }
        return SQLError(state: state, name)
    }

    /// Reads all results of the statements that were sent.
    private func collect(pipelined: Bool = false) async throws -> [PostgresResult] {
        try await flush()
        var results: [PostgresResult] = []
        var failure: (any Error)?
        while true {
            guard let result = try await next() else {
                if pipelined { continue }
                break
            }
            defer { PQclear(result) }
            switch PQresultStatus(result) {
            case PGRES_TUPLES_OK, PGRES_COMMAND_OK: results.append(PostgresResult(result))
            case PGRES_PIPELINE_SYNC:
                if let failure { throw failure }
                return results
            case PGRES_PIPELINE_ABORTED: break
            default: failure = failure ?? error(of: result)
            }
        }
        if let failure { throw failure }
        return results
    }

    /// Sends the data in libpq's buffer and reads incoming data at the same time, so that client
    /// and server do not wait for each other.
    private func flush() async throws {
        while true {
            let status = PQflush(connection)
            if status == 0 { return }
            guard status > 0 else { throw lost() }
            try await waitForSocket(reading: true, writing: true)
            guard PQconsumeInput(connection) == 1 else { throw lost() }
        }
    }

    private func next() async throws -> OpaquePointer? {
        while PQisBusy(connection) == 1 {
            try await waitForSocket(reading: true)
            guard PQconsumeInput(connection) == 1 else { throw lost() }
        }
        return PQgetResult(connection)
    }

    private func waitForSocket(reading: Bool = false, writing: Bool = false) async throws {
        let deadline = DispatchTime.now() + .milliseconds(Self.statementMilliseconds)
        guard try await isReady(reading: reading, writing: writing, by: deadline) else {
            disconnect()
            throw SQLError(
                .unavailable,
                "\(name) sent no response in \(Self.statementMilliseconds / 1000) seconds; check "
                    + "the server's load and the network")
        }
    }

    // MARK: Transactions

    /// Begins a transaction that writes.
    ///
    /// - Returns: the transaction's mark, which later shows whether the transaction was committed.
    func beginWriting() async throws -> CommitMark {
        transactionNumber += 1
        let mark = CommitMark(connection: mark, number: transactionNumber)
        _ = try await script("BEGIN; \(idleSetting); \(mark.writing)")
        return mark
    }

    /// Begins a transaction that only reads; all its statements see the same state of the database.
    func beginReading() async throws {
        _ = try await script(
            "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; \(idleSetting)")
    }

    /// Commits the transaction. A cancellation cannot stop a commit that has begun.
    func commit() async throws {
        isCommitting = true
        defer { isCommitting = false }
        let command = try await script("COMMIT").last?.command
        guard command == "COMMIT" else {
            throw SQLError(.conflict, "\(name) rolled the transaction back; try again")
        }
    }

    /// Rolls the transaction back. After a cancellation, this method closes the connection instead,
    /// because the request to cancel may reach the server while another statement runs.
    func rollback() async {
        guard !wasCancelled else { return disconnect() }
        if (try? await script("ROLLBACK")) == nil { disconnect() }
    }

    /// Returns a number for the next transaction, so that a late cancellation cannot stop another
    /// transaction.
    func nextTransaction() -> Int {
        lastTransaction += 1
        // A task can be cancelled when its transaction has just ended. Nothing was running then, so
        // no request was sent to the server.
        wasCancelled = false
        return lastTransaction
    }

    /// Cancels a transaction: its current statement and its later statements throw
    /// `CancellationError`.
    func cancel(transaction: Int) {
        guard transaction == lastTransaction, !isCommitting else { return }
        wasCancelled = true
        guard isRunning, let cancel = PQgetCancel(connection) else { return }
        let address = UInt(bitPattern: cancel)
        // `PQcancel` opens another connection and waits for it, so it must not block this queue.
        DispatchQueue.global().async {
            guard let cancel = OpaquePointer(bitPattern: address) else { return }
            var text = [CChar](repeating: 0, count: 256)
            PQcancel(cancel, &text, Int32(text.count))
            PQfreeCancel(cancel)
        }
    }

}
#endif
