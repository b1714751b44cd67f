// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore

/// Gives the planner of a database the statistics of a test's tables.
enum AnalyzedTables {
    /// The tests have schemas in one PostgreSQL database: `ANALYZE` without a table would read the
    /// tables of all tests, and wait for tables that another test's migration has locked.
    static func analyze(_ database: any SQLDatabase) async throws {
        try await database.write { db in
            guard db.dialect == .postgres else {
                _ = try await db.run("ANALYZE")
                return
            }
            let tables = try await db.rows(
                "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
            for table in tables {
                _ = try await db.run("ANALYZE \(text: try table.value("tablename") as String)")
            }
        }
    }
}
