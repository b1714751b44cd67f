// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import PostgresDriver
import SQLCore
import SQLiteDriver

/// A database that was opened by its path or address.
struct OpenedDatabase: Sendable {
    /// The master keys of a database, and where they come from.
    struct FoundKeys: Sendable {
        /// The keys; `nil` if the file with them is missing.
        let keys: MasterKeys?
        /// The path of the file that was created for them.
        var createdFile: String?
    }

    let database: any SQLDatabase
    /// The name in messages, without user and password.
    let name: String
    /// The path of a SQLite file; `nil` for PostgreSQL.
    private let path: String?

    static func open(_ database: String) async throws -> OpenedDatabase {
        if PostgresAddress.isAddress(database) {
            let address = try PostgresAddress(database)
            return OpenedDatabase(
                database: try await address.open(), name: address.name, path: nil)
        }
        return OpenedDatabase(
            database: try await SQLiteDatabase.open(path: database), name: database, path: database)
    }

    /// Returns the master keys of the database.
    ///
    /// - PostgreSQL: keys must be given, because each gateway needs the same keys.
    /// - SQLite: if no keys are given, they are in the file `master.key` beside the database. The
    ///   file is created with a new key, unless secrets of the database were sealed with a lost
    ///   key.
    func masterKeys(given: MasterKeys?, creates: Bool) async throws -> FoundKeys {
        if let given { return FoundKeys(keys: given) }
        guard let path else { throw GatewayStoreError.masterKeyMissing }
        let file = MasterKeyFile.path(beside: path)
        if let keys = try MasterKeyFile.read(file) { return FoundKeys(keys: keys) }
        let hasSealed = try await database.read { db in
            guard try await Schema.has(db, "seal_key") else { return false }
            return try await db.row("SELECT 1 FROM seal_key LIMIT 1") != nil
        }
        guard creates, !hasSealed else { return FoundKeys(keys: nil) }
        return FoundKeys(keys: try MasterKeyFile.create(file), createdFile: file)
    }
}
