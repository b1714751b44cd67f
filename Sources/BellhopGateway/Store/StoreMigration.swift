// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore

/// The migration of the gateway's tables that was made, or would be made.
public struct StoreMigration: Hashable, Sendable {
    /// The version of the tables before the migration.
    public let from: Int
    /// The version of the tables after the migration.
    public let to: Int
    /// The statements, each in one line. A step that SQL cannot perform is shown as a comment.
    public let statements: [String]

    /// Migrates a database's tables to the version of this Bellhop, or one version back.
    ///
    /// - Parameters:
    ///   - database: the path of a SQLite file, or the address of a PostgreSQL database.
    ///   - goesBack: whether to migrate one version back.
    ///   - isDryRun: whether to change nothing.
    ///   - masterKeys: the keys with which secrets are sealed, and opened on the way back; `nil`
    ///     for the file `master.key` beside a SQLite file. A dry run needs none.
    /// - Throws: ``GatewayStoreError`` if the database cannot be used, or if there is no migration
    ///   back.
    public static func run(
        _ database: String, goesBack: Bool, isDryRun: Bool, masterKeys: MasterKeys? = nil
    ) async throws -> StoreMigration {
        try await SQLStore.translating {
            let opened = try await OpenedDatabase.open(database)
            do {
                let keys =
                    isDryRun
                    ? nil
                    : try await opened.masterKeys(given: masterKeys, creates: !goesBack).keys
                let plan = try await run(opened, goesBack, isDryRun, keys)
                try await opened.database.close()
                return plan
            } catch {
                try? await opened.database.close()
                throw error
            }
        }
    }

    private static func run(
        _ opened: OpenedDatabase, _ goesBack: Bool, _ isDryRun: Bool, _ masterKeys: MasterKeys?
    ) async throws -> StoreMigration {
        let (database, name) = (opened.database, opened.name)
        let plan = try await database.read { db in
            let target = goesBack ? max(0, try await Schema.version(db) - 1) : Schema.current
            return try await Schema.plan(db, named: name, to: target)
        }
        if !isDryRun {
            try await Schema.migrate(database, named: name, to: plan.to, masterKeys: masterKeys)
        }
        return StoreMigration(
            from: plan.from, to: plan.to,
            statements: plan.steps.map { $0.line(for: database.dialect) })
    }
}
