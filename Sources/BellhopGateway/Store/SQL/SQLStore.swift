// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import PostgresDriver
import SQLCore
import SQLiteDriver
import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The gateway's storage in a database.
///
/// The rules are statements over sets of rows, written once for SQLite and PostgreSQL. A driver
/// contains no rules.
public final class SQLStore: GatewayStore {
    typealias Connection = any SQLConnection

    let database: any SQLDatabase
    let clock: StoreClock
    let secrets: StoreSecrets
    /// Calls that are combined with others.
    let batches: SQLStoreBatches
    /// The path of the file that was created with a new master key when the database was opened;
    /// `nil` if there was a key.
    let createdKeyFile: String?
    /// The number of the last installation that the search for old installations has read.
    let sweep = Mutex<Int64>(0)

    /// Opens the gateway's tables in a database, and creates or migrates them if necessary.
    ///
    /// A SQLite file is created with mode 0600 if it does not exist. A lock file prevents a second
    /// process from opening it. So leases that exist when the file is opened belong to a process
    /// that died, and are released. On PostgreSQL, several gateways work at the same time, and
    /// leases end by the server's clock.
    ///
    /// - Parameters:
    ///   - database: the path of a SQLite file, or the address of a PostgreSQL database:
    ///     `postgres://USER@HOST:PORT/DATABASE`.
    ///   - masterKeys: the keys with which secrets are sealed. If `nil`, the key is in the file
    ///     `master.key` beside a SQLite file, and is created if there are no sealed secrets; for
    ///     PostgreSQL, `nil` is an error.
    ///   - now: the current time, at which deliveries of a process that died become due.
    /// - Throws: ``GatewayStoreError`` if the database cannot be written to or reached, is in use
    ///   by another process, is corrupt, or was created by a newer version of Bellhop.
    public static func open(
        _ database: String, masterKeys: MasterKeys? = nil, now: Date
    ) async throws -> SQLStore {
        try await open(database, masterKeys: masterKeys, now: now) { $0 }
    }

    /// - Parameter wrapping: returns the database wrapped in another one that observes its
    ///   transactions.
    static func open(
        _ database: String, masterKeys: MasterKeys?, now: Date,
        wrapping: @Sendable (any SQLDatabase) -> any SQLDatabase
    ) async throws -> SQLStore {
        try await translating {
            let opened = try await OpenedDatabase.open(database)
            let found: OpenedDatabase.FoundKeys
            do {
                found = try await opened.masterKeys(given: masterKeys, creates: true)
            } catch {
                try? await opened.database.close()
                throw error
            }
            return try await open(
                wrapping(opened.database), named: opened.name,
                clock: opened.database.dialect == .postgres ? .database : .caller,
                found: found, now: now)
        }
    }

    /// Returns the name of a PostgreSQL database in messages: its host, without user and password.
    ///
    /// - Throws: ``GatewayStoreError`` if the text is not the address of a PostgreSQL database.
    public static func name(of address: String) throws -> String {
        do { return try PostgresAddress(address).name } catch {
            throw GatewayStoreError.describing(error)
        }
    }

    /// Opens a SQLite file.
    ///
    /// - Parameters:
    ///   - masterKeys: the keys with which secrets are sealed; `nil` for the file `master.key`
    ///     beside the SQLite file.
    ///   - now: the current time, at which deliveries of a process that died become due.
    /// - Throws: ``GatewayStoreError`` if the file cannot be written to, is in use by another
    ///   process, is corrupt, or was created by a newer version of Bellhop.
    public static func open(
        path: String, masterKeys: MasterKeys? = nil, now: Date
    ) async throws -> SQLStore {
        try await open(path, masterKeys: masterKeys, now: now)
    }

    /// Opens the tables in a database.
    ///
    /// - Parameters:
    ///   - name: the name of the database in messages.
    ///   - masterKeys: the keys with which secrets are sealed; with `nil`, secrets are locked.
    static func open(
        _ database: any SQLDatabase, named name: String, clock: StoreClock,
        masterKeys: MasterKeys?, now: Date
    ) async throws -> SQLStore {
        try await open(
            database, named: name, clock: clock, found: .init(keys: masterKeys), now: now)
    }

    private static func open(
        _ database: any SQLDatabase, named name: String, clock: StoreClock,
        found: OpenedDatabase.FoundKeys, now: Date
    ) async throws -> SQLStore {
        do {
            try await translating {
                try await Schema.migrate(database, named: name, masterKeys: found.keys)
            }
            let store = SQLStore(database, clock, found)
            if database.dialect == .sqlite {
                try await store.write { db in try await SQLSending.releaseLeases(db, now: now) }
            }
            return store
        } catch {
            try? await database.close()
            throw error
        }
    }

    private init(
        _ database: any SQLDatabase, _ clock: StoreClock, _ found: OpenedDatabase.FoundKeys
    ) {
        self.database = database
        self.clock = clock
        secrets = StoreSecrets(keys: found.keys)
        batches = SQLStoreBatches(database, clock, secrets)
        createdKeyFile = found.createdFile
    }

    /// Runs one transaction that writes. If the audit log covers the current request, the request's
    /// first such transaction also stores the entry.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (isolated Connection) async throws -> Value
    ) async throws -> Value {
        if let scope = AuditScope.current, !scope.isWritten { return try await write(scope, body) }
        return try await Self.translating { try await database.write(body) }
    }

    /// Runs one transaction that replaces a secret, and removes the previous secret from the files
    /// that the database writes in addition to its tables.
    func writeSecret<Value: Sendable>(
        _ body: @escaping @Sendable (isolated Connection) async throws -> Value
    ) async throws -> Value {
        let value = try await write(body)
        await database.scrub()
        return value
    }

    /// Runs a transaction that only reads; all its statements see the same state of the database.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (isolated Connection) async throws -> Value
    ) async throws -> Value {
        try await Self.translating { try await database.read(body) }
    }

    public func check() async throws {
        try await Self.translating {
            try await database.check()
            let version = try await database.read { db in
                _ = try await db.rows("SELECT 1 FROM app LIMIT 1").count
                return try await Schema.version(db)
            }
            guard version == Schema.current else {
                throw GatewayStoreError(
                    version > Schema.current ? .tooNew : .otherVersion,
                    "another process has changed the tables: they have version \(version), but "
                        + "this Bellhop needs version \(Schema.current); restart the gateway or "
                        + "use the other version")
            }
        }
    }

    public func close() async throws { try await Self.translating { try await database.close() } }

    static func translating<Value>(_ body: () async throws -> Value) async throws -> Value {
        do { return try await body() } catch { throw GatewayStoreError.describing(error) }
    }
}
