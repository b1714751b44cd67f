// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDBSQLite
import SQLCore
import SQLiteDriver
import Synchronization
import Testing

@testable import BellhopGateway

/// SQLite's connections: their settings, their locks, and other programs that use the file.
@Suite(.timeLimit(.minutes(30))) struct SQLiteFaultTests {
    private static let isLong = ProcessInfo.processInfo.environment["BELLHOP_LONG"] != nil
    /// `SQLiteDatabase.readersMax`.
    private static let readerCount = 4

    let directory: TemporaryDirectory
    let now = Date(timeIntervalSince1970: 1_767_225_600)

    init() throws { directory = try TemporaryDirectory() }

    /// Lets tasks go on when all of them have arrived.
    private actor Barrier {
        private var missing: Int
        private var waiters: [CheckedContinuation<Void, Never>] = []

        init(of count: Int) { missing = count }

        func join() async {
            missing -= 1
            guard missing == 0 else {
                return await withCheckedContinuation { waiters.append($0) }
            }
            for waiter in waiters { waiter.resume() }
        }
    }

    private final class Flag: Sendable {
        private let state = Mutex(false)

        var isSet: Bool { state.withLock { $0 } }

        func set() { state.withLock { $0 = true } }
    }

    private func database() async throws -> SQLiteDatabase {
        let database = try await SQLiteDatabase.open(path: directory.path())
        try await database.write { db in
            _ = try await db.run("CREATE TABLE t (no INTEGER PRIMARY KEY, a BLOB)")
        }
        return database
    }

    // MARK: Settings

    private static func settings(
        _ db: isolated any SQLConnection
    ) async throws -> [String: String] {
        var found: [String: String] = [:]
        for name in [
            "journal_mode", "synchronous", "foreign_keys", "busy_timeout", "trusted_schema",
            "wal_autocheckpoint", "fullfsync", "query_only",
        ] {
            let rows = try await db.rows("PRAGMA \(text: name)")
            if let text: String = try? rows.first?.value(at: 0) { found[name] = text }
            if let number: Int64 = try? rows.first?.value(at: 0) { found[name] = "\(number)" }
        }
        return found
    }

    @Test func `every connection has the settings without which something could be lost`()
        async throws
    {
        let database = try await database()
        let writer = try await database.write { db in try await Self.settings(db) }
        let meeting = Barrier(of: Self.readerCount)
        // These are all connections for reading, since each of them waits for the others.
        let readers = try await withThrowingTaskGroup(of: [String: String].self) { group in
            for _ in 0..<Self.readerCount {
                group.addTask {
                    try await database.read { db in
                        let found = try await Self.settings(db)
                        await meeting.join()
                        return found
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for found in readers + [writer] {
            #expect(found["journal_mode"] == "wal")
            #expect(found["synchronous"] == "2", "FULL: a commit is on the disk when it returns")
            #expect(found["foreign_keys"] == "1")
            #expect(found["busy_timeout"] == "5000")
            #expect(found["trusted_schema"] == "0")
            #if canImport(Darwin)
            #expect(found["fullfsync"] == "1")
            #endif
        }
        // Only the connection that writes moves the log into the file, so that no checkpoint
        // coincides with a commit on another connection.
        #expect(writer["wal_autocheckpoint"] == "4000")
        #expect(readers.allSatisfy { $0["wal_autocheckpoint"] == "0" })
        try await database.close()
    }

    // MARK: Locks

    @Test func `no write fails because of a lock, whatever is read and copied at the same time`()
        async throws
    {
        let count = Self.isLong ? 1_000_000 : 4_000
        let database = try await database()
        let isDone = Flag()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<Self.readerCount {
                group.addTask {
                    while !isDone.isSet {
                        _ = try await database.read { db in
                            try await db.rows("SELECT count(*) FROM t")
                        }
                    }
                }
            }
            group.addTask {
                while !isDone.isSet {
                    await database.scrub()
                    let copy = directory.path("copy")
                    try SQLiteFile.copy(directory.path(), to: copy)
                    try FileManager.default.removeItem(atPath: copy)
                }
            }
            try await withThrowingTaskGroup(of: Void.self) { writers in
                for writer in 0..<16 {
                    writers.addTask {
                        for number in stride(from: writer, to: count, by: 16) {
                            try await database.write { db in
                                _ = try await db.run("INSERT INTO t VALUES (\(number), NULL)")
                            }
                        }
                    }
                }
                try await writers.waitForAll()
            }
            isDone.set()
            try await group.waitForAll()
        }
        let found: Int? = try await database.read { db in
            try await db.row("SELECT count(*) FROM t")?.value(at: 0)
        }
        #expect(found == count)
        try await database.close()
    }

    @Test func `a long read does not block writes, and the log is reused afterwards`() async throws
    {
        let database = try await database()
        @Sendable func write(_ range: Range<Int>) async throws {
            for number in range {
                try await database.write { db in
                    _ = try await db.run("INSERT INTO t VALUES (\(number), zeroblob(400000))")
                }
            }
        }
        func logSize() throws -> Int {
            let attributes = try FileManager.default.attributesOfItem(
                atPath: directory.path() + "-wal")
            return try #require(attributes[.size] as? Int)
        }
        let (meeting, end) = (Barrier(of: 2), Barrier(of: 2))
        let reader = Task {
            try await database.read { db in
                let before: Int? = try await db.row("SELECT count(*) FROM t")?.value(at: 0)
                await meeting.join()
                await end.join()
                let after: Int? = try await db.row("SELECT count(*) FROM t")?.value(at: 0)
                return before == after
            }
        }
        await meeting.join()
        // This is more than the 4000 pages after which the log is moved into the file.
        try await write(0..<60)
        let size = try logSize()
        #expect(size > 5000 * 4096, "the log was reset although a reader used it")
        await end.join()
        #expect(try await reader.value, "the reader saw what was written later")
        try await write(60..<160)
        #expect(try logSize() <= size + 200 * 4096)
        try await database.close()
    }

    // MARK: Other programs

    @Test func `the error for a locked file names it, and the file opens after the lock is gone`()
        async throws
    {
        try await SQLStore.open(path: directory.path(), now: now).close()
        var other: OpaquePointer?
        #expect(sqlite3_open(directory.path(), &other) == 0)
        defer { sqlite3_close(other) }
        #expect(sqlite3_exec(other, "BEGIN EXCLUSIVE", nil, nil, nil) == 0)
        let error = await #expect(throws: GatewayStoreError.self) {
            _ = try await SQLStore.open(path: directory.path(), now: now)
        }
        #expect(error?.code == .inUse)
        #expect(error?.message.contains(directory.path()) == true)
        #expect(error?.message.contains("\n") == false)
        #expect(sqlite3_exec(other, "ROLLBACK", nil, nil, nil) == 0)
        try await SQLStore.open(path: directory.path(), now: now).close()
    }

    #if os(Linux)
    @Test func `the error for a file system that cannot be written names the path`() async throws {
        // Nobody, not even root, can create files there.
        let path = "/sys/gateway.sqlite"
        let error = await #expect(throws: GatewayStoreError.self) {
            _ = try await SQLStore.open(path: path, now: now)
        }
        #expect(error?.code == .unwritable)
        #expect(error?.message.contains(path) == true)
        #expect(error?.message.contains("\n") == false)
    }
    #endif
}
