// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GRDB
public import SQLCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Operations on a whole SQLite database file.
public enum SQLiteFile {
    /// Copies the state of a database at one moment into a new file. A gateway may use the database
    /// at the same time.
    ///
    /// The copy has mode 0600. It gets its final name after it is complete and has been checked.
    ///
    /// - Throws: ``SQLError`` if the source cannot be read or is damaged, or if the target already
    ///   exists or cannot be written to.
    public static func copy(_ source: String, to target: String) throws(SQLError) {
        guard FileManager.default.fileExists(atPath: source) else {
            throw SQLError(.unwritable, "there is no database \(source); check the path")
        }
        guard !FileManager.default.fileExists(atPath: target) else {
            throw SQLError(.unwritable, "\(target) already exists; choose another name")
        }
        let partial = target + ".partial"
        try? FileManager.default.removeItem(atPath: partial)
        defer { try? FileManager.default.removeItem(atPath: partial) }
        try DatabaseLock.makePrivate(path: partial)
        do {
            let reading = try DatabaseQueue(
                path: source, configuration: SQLiteDatabase.configuration(reads: true))
            let writing = try DatabaseQueue(path: partial)
            // All pages are copied in one step, so they belong to the same state of the database,
            // and the writing connection need not wait.
            try reading.backup(to: writing, pagesPerStep: -1)
            try reading.close()
            try check(writing)
            try writing.close()
        } catch let error as DatabaseError {
            throw SQLError(error, path: error.resultCode == .SQLITE_FULL ? target : source)
        } catch let error as SQLError {
            throw error
        } catch {
            throw SQLError(.failed, "\(source) could not be copied: \(error)")
        }
        do { try FileManager.default.moveItem(atPath: partial, toPath: target) } catch {
            throw SQLError(.unwritable, "cannot write \(target); check the directory")
        }
    }

    /// Replaces a database with a backup. No gateway may use the database at the same time.
    ///
    /// - Parameter replaces: whether an existing database is moved to another path; if `false`, an
    ///   existing database is an error.
    /// - Returns: the path to which the existing database was moved; `nil` if there was none.
    /// - Throws: ``SQLError``.
    public static func restore(
        _ copy: String, to path: String, replaces: Bool
    ) throws(SQLError) -> String? {
        let lock = try DatabaseLock(path: path + ".lock")
        defer { lock.release() }
        let manager = FileManager.default
        var aside: String?
        if manager.fileExists(atPath: path) {
            guard replaces else {
                throw SQLError(
                    .unwritable,
                    "\(path) already exists; restore with --replace, which renames it first")
            }
            aside = unusedName(path + ".before-restore")
        }
        let new = unusedName(path + ".new")
        try Self.copy(copy, to: new)
        do {
            if let aside { try manager.moveItem(atPath: path, toPath: aside) }
            for suffix in ["-wal", "-shm"] where manager.fileExists(atPath: path + suffix) {
                // These files belong to the database that is being replaced.
                if let aside {
                    try manager.moveItem(atPath: path + suffix, toPath: aside + suffix)
                } else {
                    try manager.removeItem(atPath: path + suffix)
                }
            }
            try manager.moveItem(atPath: new, toPath: path)
        } catch {
            throw SQLError(.unwritable, "cannot write \(path); check the directory")
        }
        return aside
    }

    /// Runs a closure that reads a database file to which no program is writing.
    public static func read<Value: Sendable>(
        _ path: String,
        _ body: @escaping @Sendable (isolated any SQLConnection) async throws -> Value
    ) async throws -> Value {
        guard FileManager.default.fileExists(atPath: path) else {
            throw SQLError(.unwritable, "there is no file \(path); check the path")
        }
        let connection = try SQLiteConnection(
            path: path, label: "bellhop.file",
            configuration: SQLiteDatabase.configuration(reads: true))
        do {
            let value = try await body(connection)
            try await connection.close()
            return value
        } catch {
            try? await connection.close()
            throw error
        }
    }

    private static func unusedName(_ name: String) -> String {
        var number = 1
        while FileManager.default.fileExists(atPath: "\(name)-\(number)") { number += 1 }
        return "\(name)-\(number)"
    }

    private static func check(_ queue: DatabaseQueue) throws {
        let result = try queue.inDatabase { db in
            // The copy inherits the original's journal mode, WAL; this statement resets the mode.
            try db.execute(sql: "PRAGMA journal_mode = DELETE")
            return try String.fetchOne(db, sql: "PRAGMA quick_check(1)")
        }
        guard result == "ok" else {
            throw SQLError(.corrupt, "the copy is damaged; check the disk, and use another backup")
        }
    }
}
