// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GatewayModel
import PostgresDriver
import SQLCore
import SQLiteDriver
import Testing

@testable import BellhopGateway

/// Measures how long it takes to count an audience and to read the first page of a campaign. It
/// runs only if the environment sets the number of installations: `BELLHOP_AUDIENCE=1000000`.
@Suite(.timeLimit(.minutes(30)), .serialized) struct AudienceMeasurement {
    static let count = ProcessInfo.processInfo.environment["BELLHOP_AUDIENCE"].flatMap(Int.init)

    @Test(.enabled(if: count != nil)) func `filters with three conditions are measured in SQLite`()
        async throws
    {
        let directory = try TemporaryDirectory()
        try await measure("SQLite", try await SQLiteDatabase.open(path: directory.path()))
    }

    #if Postgres
    @Test(.enabled(if: count != nil))
    func `filters with three conditions are measured in PostgreSQL`() async throws {
        let server = try await PostgresServer.shared()
        try await measure("PostgreSQL", try await server.newAddress().open()) {
            try await server.vacuum()
        }
    }
    #endif

    private func measure(
        _ name: String, _ database: any SQLDatabase,
        afterFilling: () async throws -> Void = {}
    ) async throws {
        let scene = try await AudienceScene(database, .caller)
        try await fill(database)
        try await afterFilling()
        for line in [
            "plan is \"pro\" and last_seen > 7d ago and not tag beta",
            "plan is \"pro\" and not tag beta and permission is \"authorized\"",
            "tag beta or last_seen > 7d ago or plan is \"pro\"",
        ] {
            let filter = try AudienceParser.filter(
                line, AudienceVocabulary(attributes: AudienceSamples.attributes)
            ).resolved(at: 1_767_225_600_000)
            for _ in 1...3 {
                let clock = ContinuousClock()
                let start = clock.now
                let count = try await scene.audiences.count(filter, of: AudienceScene.app)
                let counted = clock.now
                let page = try await scene.firstPage(filter, limit: 2000)
                print(
                    "\(name): \(line): \(count.map { "\($0)" } ?? ""), count", counted - start,
                    "page of \(page.recipients)", page.time)
            }
        }
        try await scene.store.close()
    }

    private func fill(_ database: any SQLDatabase) async throws {
        let numbers: SQL = """
            WITH RECURSIVE n (i) AS (
                SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(text: "\(Self.count ?? 1)"))
            """
        let token: SQL = """
            \(sqlite: "CAST('a token ' || i AS BLOB)",
                postgres: "convert_to('a token ' || i, 'UTF8')")
            """
        try await database.write { db in
            for statement in [
                """
                INSERT INTO installation (app, id, user_id, locale, created_at, registered_at,
                    environment, permission, permission_bits, app_version_order)
                \(numbers) SELECT 1, 'i' || i, 'u' || (i / 2), 'de-DE', 1000,
                    1767225600000 - ((CAST(i AS \(Column.integer)) * 7919) % 1000000) * 5184,
                    'production', '{"authorization":"authorized","alert":true}', 11,
                    'b2b' || (i % 9)
                FROM n
                """,
                """
                INSERT INTO endpoint (app, environment, address, family, installation, state)
                \(numbers) SELECT 1, 'production', \(token), 'app', i, 'active' FROM n
                """,
                """
                INSERT INTO attribute_value (installation, attribute, value)
                \(numbers) SELECT i, (SELECT no FROM attribute WHERE name = 'plan'),
                    CASE WHEN i % 5 = 0 THEN 'pro' ELSE 'free' END FROM n
                """,
                """
                INSERT INTO tag (installation, name, app)
                \(numbers) SELECT i, 'beta', 1 FROM n WHERE i % 10 = 3 OR i % 50 = 0
                """,
                "ANALYZE",
            ] as [SQL] { try await db.run(statement) }
        }
    }
}
