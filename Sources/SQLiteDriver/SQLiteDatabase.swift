// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GRDB
public import SQLCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A database in one SQLite file.
///
/// Only one connection writes, in transactions that begin as `IMMEDIATE` and are synced to disk
/// when they end (`synchronous=FULL`). Only this connection moves the write-ahead log into the
/// file, because in SQLite before 3.51.3, a checkpoint that coincides with a commit on another
/// connection can damage the file ("The WAL Reset Bug", sqlite.org/wal.html). A lock file prevents
/// a second process from opening the database.
public final class SQLiteDatabase: SQLDatabase {
    /// The maximum time in seconds for which a connection waits until another connection releases a
    /// lock.
    static let busyTimeoutSeconds = 5.0
    /// The maximum number of connections for reading.
    static let readersMax = 4
    /// The maximum number of reads that wait for a connection.
    static let readsWaitingMax = 10_000

    private let writer: SQLiteConnection
    private let groups: WriteGroups
    private let readers: SQLiteReaders
    private let lock: DatabaseLock
    public let path: String

    public var dialect: SQLDialect { .sqlite }

    /// Opens the file, and creates it with mode 0600 if it does not exist.
    ///
    /// - Throws: ``SQLError`` if the file cannot be written to, is in use by another process, or is
    ///   corrupt.
    public static func open(path: String) async throws -> SQLiteDatabase {
        let lock = try DatabaseLock(path: path + ".lock")
        try DatabaseLock.makePrivate(path: path)
        let writer = try SQLiteConnection(
            path: path, label: "bellhop.writer", configuration: configuration())
        try await writer.prepareWriter(path: path)
        return SQLiteDatabase(writer: writer, lock: lock, path: path)
    }

    private init(writer: SQLiteConnection, lock: DatabaseLock, path: String) {
        self.writer = writer
        self.lock = lock
        self.path = path
        groups = WriteGroups(writer)
        readers = SQLiteReaders(path: path)
    }

    /// `unhex_bytes(TEXT)` returns the bytes that a text of hexadecimal digits denotes, or NULL.
    /// SQLite before 3.41 has no such function.
    private static let unhexBytes = DatabaseFunction(
        "unhex_bytes", argumentCount: 1, pure: true
    ) { values in
        guard let text = values.first.flatMap(String.fromDatabaseValue) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count / 2)
        var high: UInt8?
        for digit in text.utf8 {
            let value: UInt8
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
            default: return nil
            }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return high == nil ? Data(bytes) : nil
    }

    static func configuration(reads: Bool = false) -> Configuration {
        var configuration = Configuration()
        configuration.label = reads ? "bellhop.read" : "bellhop.write"
        configuration.busyMode = .timeout(busyTimeoutSeconds)
        configuration.foreignKeysEnabled = true
        configuration.readonly = reads
        // A transaction consists of more than one access, which GRDB considers unsafe.
        configuration.allowsUnsafeTransactions = true
        configuration.prepareDatabase { db in
            db.add(function: unhexBytes)
            try db.execute(sql: "PRAGMA trusted_schema = OFF")
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
            if reads {
                try db.execute(sql: "PRAGMA wal_autocheckpoint = 0")
                try db.execute(sql: "PRAGMA cache_size = -4096")
            } else {
                // Without this setting, a replaced key would stay readable in the free space of the
                // file.
                try db.execute(sql: "PRAGMA secure_delete = ON")
                try db.execute(sql: "PRAGMA cache_size = -32768")
                try db.execute(sql: "PRAGMA wal_autocheckpoint = 4000")
            }
            #if canImport(Darwin)
            try db.execute(sql: "PRAGMA fullfsync = 1")
            #endif
        }
        return configuration
    }

    public func write<Value: Sendable>(
        _ body: @escaping @Sendable (isolated any SQLConnection) async throws -> Value
    ) async throws -> Value {
        try await groups.write(body)
    }

    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (isolated any SQLConnection) async throws -> Value
    ) async throws -> Value {
        try await readers.read(body)
    }

    public func rows(_ statement: SQLCore.SQL) async throws -> SQLRows {
        try await readers.rows(statement)
    }

    public func milliseconds(_ db: isolated any SQLConnection) async throws -> Int64 {
        let row = try await db.row(
            "SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) AS now")
        return try row?.value("now") ?? 0
    }

    public func scrub() async {
        // If a reading connection blocks the checkpoint for longer than the busy timeout, the
        // replaced data stays in the log until the log is next emptied.
        _ = try? await writer.checkpoint()
    }

    public func check() async throws {
        do {
            try await groups.write { db in
                try await db.run("CREATE TABLE check_of_storage (no INTEGER)")
                throw Writable()
            }
        } catch is Writable {}
    }

    public func close() async throws {
        groups.close()
        // Reads that are waiting or running are completed first.
        try? await readers.close()
        try await writer.close()
        lock.release()
    }

    /// The error that rolls back the test's table after its creation has shown that the file is
    /// writable.
    private struct Writable: Error {}
}

extension SQLiteConnection {
    fileprivate func prepareWriter(path: String) throws {
        let mode: String? = try rows("PRAGMA journal_mode = WAL").first?.value(at: 0)
        try run("PRAGMA synchronous = FULL")
        let synchronous: Int? = try rows("PRAGMA synchronous").first?.value(at: 0)
        guard synchronous == 2, mode == "wal" else {
            throw SQLError(
                .unwritable,
                "SQLite cannot write \(path) durably; store the file on a local disk")
        }
    }
}
