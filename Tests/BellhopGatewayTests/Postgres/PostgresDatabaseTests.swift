// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import Foundation
import PostgresDriver
import SQLCore
import Synchronization
import Testing

@testable import BellhopGateway

/// Values, transactions, cancelled tasks and lost servers, with the PostgreSQL driver.
@Suite(.timeLimit(.minutes(30))) struct PostgresDatabaseTests {
    /// A counter that several transactions share.
    private final class Counter: Sendable {
        let value = Mutex(0)
    }

    /// Lets tasks go on when all of them have arrived, and does not stop later calls.
    private actor Barrier {
        private var missing: Int
        private var waiters: [CheckedContinuation<Void, Never>] = []

        init(of count: Int) { missing = count }

        func join() async {
            missing -= 1
            guard missing > 0 else {
                for waiter in waiters { waiter.resume() }
                return waiters = []
            }
            await withCheckedContinuation { waiters.append($0) }
        }
    }

    private func database(_ parameters: String = "") async throws -> any SQLDatabase {
        let database = try await PostgresServer.shared().newAddress(parameters).open()
        try await database.write { db in
            _ = try await db.run("CREATE TABLE t (no BIGINT PRIMARY KEY, a TEXT, b BYTEA)")
        }
        return database
    }

    @Test func `values come back as they were written`() async throws {
        let database = try await database()
        let text = "a\t\n\\N\"' ä 🛎"
        let bytes = (UInt8.min...UInt8.max).map(\.self)
        try await database.write { db in
            _ = try await db.run("INSERT INTO t VALUES (\(Int64.min), \(text), \(bytes))")
            try await db.insert(
                into: "t", columns: ["no", "a", "b"],
                rows: [
                    [.integer(.max), .text(text), .blob(bytes)],
                    [.integer(0), .null(.text), .blob([])],
                ])
        }
        let rows = try await database.read { db in
            try await db.rows("SELECT no, a, b FROM t ORDER BY no")
        }
        #expect(try rows.map { try $0.value("no") as Int64 } == [.min, 0, .max])
        #expect(try rows.map { try $0.optional("a") as String? } == [text, nil, text])
        #expect(try rows.map { try $0.value("b") as [UInt8] } == [bytes, [], bytes])
        let table = SQLTable().with("n", integers: [3, nil]).with("s", texts: [nil, text])
        let joined = try await database.read { db in
            try await db.rows("SELECT r.n, r.s FROM \(table, as: "r")")
        }
        #expect(try joined.map { try $0.optional("n") as Int64? } == [3, nil])
        #expect(try joined.map { try $0.optional("s") as String? } == [nil, text])
        let list = SQLTable().with("b", blobs: [bytes, nil, []])
        let blobs = try await database.rows("SELECT r.b FROM \(list, as: "r")")
        #expect(try blobs.map { try $0.optional("b") as [UInt8]? } == [bytes, nil, []])
        let kept = try await database.rows(
            "SELECT no FROM t WHERE b \(in: [bytes]) ORDER BY no")
        #expect(try kept.map { try $0.value("no") as Int64 } == [.min, .max])
        try await database.close()
    }

    @Test func `inserted rows are returned`() async throws {
        let database = try await database()
        let inserted = try await database.write { db in
            try await db.insert(
                into: "t", columns: ["no", "a", "b"],
                rows: [
                    [.integer(1), .null(.text), .blob([7])],
                    [.integer(2), .text("ä"), .null(.blob)],
                ], returning: ["no", "a", "b"])
        }
        #expect(try inserted.map { try $0.value("no") as Int64 }.sorted() == [1, 2])
        let second = try #require(try inserted.first { try $0.value("no") as Int64 == 2 })
        #expect(try second.value("a") as String == "ä")
        #expect(try second.optional("b") as [UInt8]? == nil)
        let none = try await database.write { db in
            try await db.insert(into: "t", columns: ["no"], rows: [], returning: ["no"])
        }
        #expect(none.isEmpty)
        try await database.close()
    }

    @Test func `many tasks can open and close connections at the same time`() async throws {
        let address = try await PostgresServer.shared().newAddress()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<40 { try await address.open().close() }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `an error in a transaction is thrown, and runAll returns the row counts`()
        async throws
    {
        struct Mine: Error {}
        let database = try await database()
        await #expect(throws: Mine.self) {
            try await database.write { db in
                _ = try await db.run("INSERT INTO t (no) VALUES (\(1))")
                throw Mine()
            }
        }
        await #expect(throws: SQLError.self) {
            try await database.write { db in
                try await db.runAll([
                    "INSERT INTO t (no) VALUES (\(1))", "INSERT INTO t (no) VALUES (\(1))",
                ])
            }
        }
        let counts = try await database.write { db in
            try await db.runAll([
                "INSERT INTO t (no) VALUES (\(2)), (\(3))", "DELETE FROM t WHERE no = \(2)",
                "DELETE FROM t WHERE no = \(7)",
            ])
        }
        #expect(counts == [2, 1, 0])
        try await database.close()
    }

    @Test func `deadlocked transactions are repeated`() async throws {
        let database = try await database()
        try await database.write { db in
            _ = try await db.run("INSERT INTO t VALUES (1, '', ''), (2, '', '')")
        }
        let runs = Counter()
        let meeting = Barrier(of: 2)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for order in [[1, 2], [2, 1]] {
                group.addTask {
                    try await database.write { db in
                        runs.value.withLock { $0 += 1 }
                        for no in order {
                            _ = try await db.run("UPDATE t SET a = a || 'x' WHERE no = \(no)")
                            await meeting.join()
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let lengths: [Int] = try await database.read { db in
            try await db.rows("SELECT length(a) FROM t").firstColumn()
        }
        #expect(lengths == [2, 2])
        #expect(runs.value.withLock { $0 } > 2, "no transaction conflicted with another one")
        try await database.close()
    }

    @Test func `a cancelled task ends its query on the server, and the pool stays usable`()
        async throws
    {
        let database = try await database("&pool=1")
        let task = Task {
            try await database.write { db in
                _ = try await db.run("INSERT INTO t (no) VALUES (\(1))")
                _ = try await db.rows("SELECT pg_sleep(600)")
            }
        }
        let other = try await PostgresServer.shared().newAddress().open()
        func sleeping() async throws -> Int {
            try await other.read { db in
                try await db.rows(
                    """
                    SELECT 1 FROM pg_stat_activity
                    WHERE query = 'SELECT pg_sleep(600)' AND state = 'active'
                    """
                ).count
            }
        }
        while try await sleeping() == 0 { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let count = try await database.read { db in try await db.rows("SELECT no FROM t").count }
        #expect(count == 0)
        while try await sleeping() > 0 { await Task.yield() }
        try await other.close()
        try await database.close()
    }

    @Test func `the database is usable again after its server was stopped and restarted`()
        async throws
    {
        let server = try await PostgresServer.start()
        let database = try await server.newAddress().open()
        try await database.write { db in _ = try await db.run("CREATE TABLE t (no BIGINT)") }
        let lost = Task {
            try await database.write { db in
                _ = try await db.run("INSERT INTO t VALUES (\(1))")
                _ = try await db.rows("SELECT pg_sleep(600)")
            }
        }
        try await server.stop(mode: "immediate")
        await #expect(throws: SQLError.self) { try await lost.value }
        let error = await #expect(throws: SQLError.self) { try await database.check() }
        #expect(error?.kind == .unavailable)
        try await server.startAgain()
        let count = try await database.write { db in
            _ = try await db.run("INSERT INTO t VALUES (\(2))")
            return try await db.rows("SELECT no FROM t").count
        }
        #expect(count == 1)
        try await database.close()
        try await server.stop()
    }

    @Test func `after a crash, a lost transaction is repeated and not mistaken for another one`()
        async throws
    {
        let server = try await PostgresServer.start()
        let address = try await server.newAddress()
        let (database, other) = (try await address.open(), try await address.open())
        try await database.write { db in _ = try await db.run("CREATE TABLE t (no BIGINT)") }
        let attempts = Counter()
        try await database.write { db in
            _ = try await db.run("INSERT INTO t VALUES (\(1))")
            let attempt = attempts.value.withLock { count in
                count += 1
                return count
            }
            guard attempt == 1 else { return }
            try await server.stop(mode: "immediate")
            try await server.startAgain()
            // The server reuses the numbers of transactions that it has forgotten.
            for _ in 0..<50 {
                try await other.write { db in _ = try await db.run("INSERT INTO t VALUES (2)") }
            }
        }
        let count = try await database.read { db in
            try await db.rows("SELECT no FROM t WHERE no = \(1)").count
        }
        #expect(count == 1)
        #expect(attempts.value.withLock { $0 } == 2)
        try await database.close()
        try await other.close()
        try await server.stop()
    }

    @Test func `transactions have an idle timeout, which the address can change`() async throws {
        // The usual address of the tests has a longer time limit, because a busy machine can also
        // pause tests.
        let server = try await PostgresServer.shared()
        let address =
            "postgres://bellhop@/postgres?host=\(server.folder.replacing("/", with: "%2F"))"
            + "&port=\(server.port)&connect_timeout=3600&pool_wait=3600"
        let database = try await PostgresAddress(address).open()
        let setting: SQL = "SELECT current_setting('idle_in_transaction_session_timeout') AS a"
        let inWrite: String? = try await database.write { db in
            try await db.row(setting)?.value("a")
        }
        let inRead: String? = try await database.read { db in try await db.row(setting)?.value("a")
        }
        #expect(inWrite == "10s")
        #expect(inRead == "10s")
        try await database.close()
        let other = try await PostgresAddress(address + "&transaction_idle=90").open()
        let inOther: String? = try await other.write { db in
            try await db.row(setting)?.value("a")
        }
        #expect(inOther == "90s")
        try await other.close()
    }

    @Test func `the server's certificate is verified if the address requires it`() async throws {
        let server = try await PostgresServer.shared()
        let base = "postgres://bellhop@127.0.0.1:\(server.port)/postgres?sslmode=verify-full"
        await #expect(throws: SQLError.self) { _ = try await PostgresAddress(base).open() }
        let database = try await PostgresAddress(
            base + "&sslrootcert=\(server.folder)/server.crt"
        ).open()
        let isEncrypted = try await database.read { db in
            try await db.row("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")?
                .value("ssl") as Bool?
        }
        #expect(isEncrypted == true)
        try await database.close()
    }

    @Test(arguments: [
        "postgres://bellhop:secret@127.0.0.1:1/x", "postgres://bellhop:secret@127.0.0.1:1/x?a=b",
    ])
    func `the error for an unreachable server names its address, but not the password`(
        _ text: String
    ) async throws {
        let error = await #expect(throws: SQLError.self) {
            _ = try await PostgresAddress(text).open()
        }
        #expect(error?.message.contains("127.0.0.1") == true)
        #expect(error?.message.contains("secret") == false)
        #expect(error?.message.contains("\n") == false)
    }

    @Test(arguments: [
        "mysql://x", "postgres://x?pool=0", "postgres://x?prepared_statements=no",
        "postgres://x?connect_timeout=0", "postgres://x?pool_wait=0", "postgres://x?pool_wait=an",
    ])
    func `an invalid address is refused`(_ text: String) {
        #expect(throws: SQLError.self) { _ = try PostgresAddress(text) }
    }
}
#endif
