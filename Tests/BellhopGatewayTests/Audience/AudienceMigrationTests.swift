// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GatewayModel
import PostgresDriver
import SQLCore
import SQLiteDriver
import Testing

@testable import BellhopGateway

/// The migration from version 6 keeps the installations. The migration back cancels the campaigns,
/// which version 6 would send to all installations.
@Suite(.timeLimit(.minutes(30))) struct AudienceMigrationTests {
    @Test func `in SQLite, filters find the installations from before the migration`() async throws
    {
        let directory = try TemporaryDirectory()
        try await migrate(try await SQLiteDatabase.open(path: directory.path()))
    }

    #if Postgres
    @Test func `in PostgreSQL, filters find the installations from before the migration`()
        async throws
    {
        try await migrate(try await PostgresServer.shared().newAddress().open())
    }
    #endif

    private func migrate(_ database: any SQLDatabase) async throws {
        try await Schema.migrate(database, named: "test", to: 6, masterKeys: .testing)
        let token = Array("a token".utf8)
        try await database.write { db in
            try await db.run(
                "INSERT INTO app (bundle_id, name, created_at) VALUES ('com.example.app', 'E', 1)")
            for (id, version) in [("i1", "2.9"), ("i2", "2.10"), ("i3", nil)] {
                try await db.run(
                    """
                    INSERT INTO installation (app, id, app_version, created_at, registered_at)
                    VALUES (1, \(id), \(version), 1, 1)
                    """)
            }
            try await db.run(
                """
                INSERT INTO endpoint (app, environment, address, family, installation, state)
                VALUES (1, 'production', \(token), 'app', 1, 'active')
                """)
        }
        try await Schema.migrate(database, named: "test", masterKeys: .testing)
        _ = try await database.write { db in
            try await db.run(
                """
                INSERT INTO campaign (id, app, lane, tag, mix, step, deadline, rules, content,
                    state, not_before, created_at, audience)
                VALUES ('c', 1, 'bulk', 1, 1, 0, 9, '{}', \(token), 'sending', 1, 1, '{}')
                """)
        }
        let found = try await database.read { db in
            let condition = try await AudienceCondition.reading(db, app: 1)
            let filter = AudienceFilter.or([
                .attribute("app_version", .greater, .text("2.9")),
                .attribute("environment", .equal, .text("production")),
            ])
            let ids: [String] = try await db.rows(
                "SELECT i.id FROM installation i WHERE \(condition.sql(filter)) ORDER BY i.id"
            ).firstColumn()
            return ids
        }
        #expect(found == ["i1", "i2"])
        try await Schema.migrate(database, named: "test", to: 6, masterKeys: .testing)
        let (state, installations, environments) = try await database.read { db in
            let state: String? = try await db.row("SELECT state FROM campaign")?.value("state")
            let rows = try await db.rows(
                "SELECT id FROM installation WHERE environment IS NOT NULL")
            let all = try await db.rows("SELECT id FROM installation")
            return (state, all.count, rows.count)
        }
        #expect(state == "cancelled", "version 6 would send to all installations")
        #expect(installations == 3)
        #expect(environments == 0)
        try await Schema.migrate(database, named: "test", masterKeys: .testing)
        try await database.close()
    }
}
