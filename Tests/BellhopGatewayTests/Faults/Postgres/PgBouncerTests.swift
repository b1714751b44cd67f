// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import Foundation
import GatewayTesting
import PostgresDriver
import SQLCore
import Testing

@testable import BellhopGateway

/// The gateway's storage through a PgBouncer that gives each transaction any connection to the
/// server, so that nothing may depend on what an earlier transaction left in a session.
@Suite(.timeLimit(.minutes(30))) struct PgBouncerTests {
    private static let isLong = ProcessInfo.processInfo.environment["BELLHOP_LONG"] != nil

    private struct Harness: StoreHarness {
        let address: PostgresAddress

        func open(now: Date) async throws -> any GatewayStore {
            try await SQLStore.open(
                try await address.open(), named: address.name, clock: .caller,
                masterKeys: .testing, now: now)
        }
    }

    /// Removes everything from the database.
    private func empty(_ address: PostgresAddress) async throws {
        let database = try await address.open()
        try await database.write { db in
            for statement in ["DROP SCHEMA public CASCADE", "CREATE SCHEMA public"] {
                _ = try await db.run("\(text: statement)")
            }
        }
        try await database.close()
    }

    @Test(.enabled(if: isLong))
    func `the storage passes all checks through a PgBouncer that pools transactions`() async throws
    {
        // The gateway has more connections than the PgBouncer has to the server, so that the
        // PgBouncer's connections are shared.
        let (pooled, direct) = try await PostgresServer.shared().bouncer(
            "pool=8&prepared_statements=off")
        for check in StoreConformance.checks {
            try await empty(direct)
            do { try await check.run(Harness(address: pooled)) } catch {
                Issue.record("\(check.name): \(error)")
            }
        }
        try await empty(direct)
        try await CampaignScript(try await pooled.open(), seed: 10).run()
    }
}
#endif
