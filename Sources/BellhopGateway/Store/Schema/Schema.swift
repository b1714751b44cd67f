// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore

/// The tables of the gateway, as a sequence of versions.
enum Schema {
    /// The version that this Bellhop uses.
    static let current = 10

    /// The steps of a migration.
    struct Plan: Sendable {
        let from: Int
        let to: Int
        let steps: [SchemaVersion.Step]
    }

    /// Migrates a database to a version, and creates the tables in an empty database.
    ///
    /// The whole migration is one transaction, which takes effect entirely or not at all.
    ///
    /// - Parameters:
    ///   - name: the name of the database in messages.
    ///   - target: the version to migrate to; by default the version that this Bellhop uses.
    ///   - masterKeys: the keys with which secrets are sealed; `nil` if there are none.
    /// - Throws: ``GatewayStoreError`` if a newer version of Bellhop created the tables, or if
    ///   there is no migration back to the version.
    static func migrate(
        _ database: any SQLDatabase, named name: String, to target: Int = current,
        masterKeys: MasterKeys?
    ) async throws {
        let from = try await database.write { db in
            try await db.lock(["schema"])
            let plan = try await plan(db, named: name, to: target, masterKeys: masterKeys)
            for step in plan.steps {
                switch step {
                case .run(let statement): try await db.run(statement)
                case .code(_, let body): try await body(db)
                }
            }
            return plan.from
        }
        // Secrets that were not sealed before version 7 may still be in other files.
        if from != target { await database.scrub() }
    }

    /// Returns the steps that migrate a database to a version.
    static func plan(
        _ db: isolated any SQLConnection, named name: String, to target: Int,
        masterKeys: MasterKeys? = nil
    ) async throws -> Plan {
        let found = try await version(db)
        guard found <= current else {
            throw GatewayStoreError(
                .tooNew,
                "\(name) was written by a newer version of Bellhop; use that version, or another "
                    + "state directory")
        }
        let versions = versions(from: found, db.dialect, masterKeys)
        var steps: [SchemaVersion.Step] = []
        if target >= found {
            for version in versions where version.number > found && version.number <= target {
                steps += version.up
            }
            steps += marks(from: found, to: target)
        } else {
            for version in versions.reversed()
            where version.number > target && version.number <= found {
                guard let down = version.down else {
                    throw GatewayStoreError(
                        .failed,
                        "\(name) cannot be migrated back from version \(version.number); restore a "
                            + "backup")
                }
                steps += down
            }
            steps += marks(from: found, to: target)
        }
        return Plan(from: found, to: target, steps: steps)
    }

    /// Returns the steps that store the version of the tables. Versions before 4 store their
    /// numbers in their own steps.
    private static func marks(from found: Int, to target: Int) -> [SchemaVersion.Step] {
        guard found != target, target >= 4 else { return [] }
        if found >= 4 { return [.run("UPDATE schema_version SET version = \(target)")] }
        return [
            .run("CREATE TABLE schema_version (version \(Column.integer) NOT NULL)"),
            .run("INSERT INTO schema_version VALUES (\(target))"),
        ]
    }

    /// Returns the versions that can be migrated from a found version, in order. An empty database
    /// begins with version 4.
    private static func versions(
        from found: Int, _ dialect: SQLDialect, _ masterKeys: MasterKeys?
    ) -> [SchemaVersion] {
        let older = found > 0 && dialect == .sqlite ? before4 : []
        return older + [
            version4(from: found, dialect), version5, version6, version7(masterKeys), version8,
            version9, version10,
        ]
    }

    /// Returns the version of a database; 0 if the database has no tables yet.
    static func version(_ db: isolated any SQLConnection) async throws -> Int {
        if try await has(db, "schema_version") {
            return try await db.row("SELECT version FROM schema_version")?.value("version") ?? 0
        }
        guard try await has(db, "grdb_migrations") else { return 0 }
        let marks: [String] = try await db.rows("SELECT identifier FROM grdb_migrations")
            .firstColumn()
        return marks.compactMap(Int.init).max() ?? 0
    }

    static func has(
        _ db: isolated any SQLConnection, _ table: String
    ) async throws -> Bool {
        switch db.dialect {
        case .sqlite:
            try await db.row(
                "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = \(table)") != nil
        case .postgres:
            try await db.row("SELECT 1 WHERE to_regclass(\(table)) IS NOT NULL") != nil
        }
    }
}
