// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GRDB

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The gateway's storage in one SQLite file.
///
/// One connection writes, in transactions that begin as `IMMEDIATE` and are synced to disk when
/// they end (`synchronous=FULL`); only it moves the write-ahead log into the file, because a
/// checkpoint racing with a commit on another connection can damage the file in SQLite before
/// 3.51.3 ("The WAL Reset Bug", sqlite.org/wal.html). A lock file keeps a second process away, so
/// leases that are found at opening belong to a process that died and are released.
public final class SQLiteStore: GatewayStore {
    /// How long a connection waits for another, in seconds.
    static let busyTimeoutSeconds = 5.0

    private let pool: DatabasePool
    private let lock: StoreLock
    private let path: String

    /// Opens the file, making it with mode 0600 when it is not there.
    ///
    /// - Parameter now: stands as the moment at which leases of a process that died became due.
    /// - Throws: ``GatewayStoreError``: unwritable, in use by another process, corrupt, too new.
    public static func open(path: String, now: Date) async throws -> SQLiteStore {
        let lock = try StoreLock(path: path + ".lock")
        try StoreLock.makePrivate(path: path)
        let pool = try translating(path) {
            try DatabasePool(path: path, configuration: configuration)
        }
        let store = SQLiteStore(pool: pool, lock: lock, path: path)
        try await store.prepare(now: now)
        return store
    }

    private init(pool: DatabasePool, lock: StoreLock, path: String) {
        self.pool = pool
        self.lock = lock
        self.path = path
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "bellhop"
        configuration.busyMode = .timeout(busyTimeoutSeconds)
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA trusted_schema = OFF")
            // A key that was replaced does not stay readable in the free space of the file.
            try db.execute(sql: "PRAGMA secure_delete = ON")
            if db.configuration.readonly { try db.execute(sql: "PRAGMA wal_autocheckpoint = 0") }
            #if canImport(Darwin)
            try db.execute(sql: "PRAGMA fullfsync = 1")
            #endif
        }
        return configuration
    }

    private func prepare(now: Date) async throws {
        try await attempt {
            try await self.pool.writeWithoutTransaction { db in
                // The pool sets NORMAL when it switches to WAL, so this comes after.
                try db.execute(sql: "PRAGMA synchronous = FULL")
                guard try Int.fetchOne(db, sql: "PRAGMA synchronous") == 2,
                    try String.fetchOne(db, sql: "PRAGMA journal_mode") == "wal"
                else {
                    throw GatewayStoreError(
                        .unwritable, "\(self.path) cannot be made durable; put it on a local disk")
                }
            }
            if try await self.pool.read({ try SQLiteSchema.migrator.hasBeenSuperseded($0) }) {
                throw GatewayStoreError(
                    .tooNew,
                    "\(self.path) was made by a newer Bellhop; use that one, or another state "
                        + "directory"
                )
            }
            try SQLiteSchema.migrator.migrate(self.pool)
        }
        try await write { db in try SQLSending.releaseLeases(db, now: now) }
    }

    /// Runs one write transaction.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await attempt { try await self.pool.write(body) }
    }

    /// Runs one write transaction that replaces a secret, and removes the earlier one from the
    /// write-ahead log, where it would stay until the log is written over.
    func writeSecret<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        let value = try await write(body)
        // The secret is replaced. When a reader is in the way for longer than the busy timeout, the
        // earlier one stays in the log until it is next emptied.
        _ = try? await pool.writeWithoutTransaction { db in try db.checkpoint(.truncate) }
        return value
    }

    public func check() async throws {
        try await attempt {
            try await self.pool.writeWithoutTransaction { db in
                try db.inTransaction(.immediate) {
                    _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM app")
                    return .rollback
                }
            }
        }
    }

    /// Runs reads that see one state of the file.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await attempt { try await self.pool.read(body) }
    }

    public func close() async throws {
        try Self.translating(path) { try pool.close() }
        lock.release()
    }

    private func attempt<Value>(_ body: () async throws -> Value) async throws -> Value {
        do { return try await body() } catch let error as DatabaseError {
            throw Self.error(error, path: path)
        }
    }

    private static func translating<Value>(
        _ path: String, _ body: () throws -> Value
    ) throws -> Value {
        do { return try body() } catch let error as DatabaseError {
            throw Self.error(error, path: path)
        }
    }

    /// SQLite's result code in words. Its own text may quote values, so only the code is told.
    private static func error(_ error: DatabaseError, path: String) -> GatewayStoreError {
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            GatewayStoreError(
                .corrupt,
                "\(path) is damaged or not a database; restore a backup, or move it away to "
                    + "start anew"
            )
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            GatewayStoreError(
                .inUse, "\(path) is locked by another program; close that one and try again")
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
            GatewayStoreError(
                .unwritable,
                "cannot write \(path); check that it is a file of yours, and its rights")
        case .SQLITE_FULL:
            GatewayStoreError(
                .diskFull, "the disk that holds \(path) is full; make room and try again")
        case .SQLITE_MISUSE:
            GatewayStoreError(.closed, "\(path) was closed; open it again")
        default:
            GatewayStoreError(
                .failed,
                "SQLite failed on \(path) with code \(error.extendedResultCode.rawValue); check "
                    + "the disk and try again"
            )
        }
    }
}
