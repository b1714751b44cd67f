// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore
import SQLiteDriver

/// Backups of the gateway's storage in SQLite. For PostgreSQL, use its own tools.
public enum StoreBackup {
    /// Copies a database into a new file. A gateway may use the database at the same time.
    ///
    /// - Throws: ``GatewayStoreError``.
    public static func make(of path: String, to file: String) async throws {
        try await SQLStore.translating { try SQLiteFile.copy(path, to: file) }
    }

    /// Replaces a database with a backup. No gateway may use the database at the same time.
    ///
    /// Deliveries that were being sent when the backup was made are sent again, with the same
    /// identifiers.
    ///
    /// - Parameter replaces: whether an existing database is moved to another path; if `false`, an
    ///   existing database is an error.
    /// - Returns: the path to which the existing database was moved; `nil` if there was none.
    /// - Throws: ``GatewayStoreError`` if a gateway uses the database, if the file is not a backup
    ///   of this or an older version of Bellhop, or if a database exists and `replaces` is `false`.
    public static func restore(
        _ file: String, to path: String, replaces: Bool
    ) async throws -> String? {
        try await SQLStore.translating {
            try await check(file)
            return try SQLiteFile.restore(file, to: path, replaces: replaces)
        }
    }

    /// Throws an error if a file is not a database of the gateway.
    private static func check(_ file: String) async throws {
        let noBackup = GatewayStoreError(
            .corrupt,
            "\(file) is damaged or not a backup of a gateway; name an intact file that bellhop "
                + "backup wrote")
        let version: Int
        do {
            version = try await SQLiteFile.read(file) { db in try await Schema.version(db) }
        } catch let error as SQLError where error.kind == .corrupt {
            throw noBackup
        }
        guard version > 0 else { throw noBackup }
        guard version <= Schema.current else {
            throw GatewayStoreError(
                .tooNew,
                "\(file) was written by a newer version of Bellhop; restore it with that version")
        }
    }
}
