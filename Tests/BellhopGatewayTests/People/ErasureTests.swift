// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import PostgresDriver
import SQLCore
import SQLiteDriver
import Testing

@testable import BellhopGateway

/// No table contains anything of an erased user, and everything of other users is kept.
@Suite(.timeLimit(.minutes(30))) struct ErasureTests {
    /// The number of the user's receipts, which is more than one transaction removes. Set
    /// `BELLHOP_ERASURE=50000` to measure the time for more receipts.
    private static let receiptCount =
        ProcessInfo.processInfo.environment["BELLHOP_ERASURE"].flatMap(Int.init) ?? 1_500

    @Test func `in SQLite, nothing of an erased user is left`() async throws {
        let directory = try TemporaryDirectory()
        try await erase(try await SQLiteDatabase.open(path: directory.path()))
    }

    @Test func `in SQLite, an interrupted erasure is completed after a restart`() async throws {
        let directory = try TemporaryDirectory()
        try await interrupt {
            try await SQLiteDatabase.open(path: directory.path())
        }
    }

    #if Postgres
    @Test func `in PostgreSQL, nothing of an erased user is left`() async throws {
        try await erase(try await PostgresServer.shared().newAddress().open())
    }

    @Test func `in PostgreSQL, an interrupted erasure is completed after a restart`() async throws {
        let address = try await PostgresServer.shared().newAddress()
        try await interrupt { try await address.open() }
    }
    #endif

    private func filled(_ database: any SQLDatabase) async throws -> ErasureScene {
        let scene = try await ErasureScene(database)
        try await scene.fill(
            ErasureScene.user, alias: ErasureScene.alias, receiptCount: Self.receiptCount)
        try await scene.fill(ErasureScene.other, alias: "crm-other", receiptCount: 20)
        let before = try await scene.traces(of: ErasureScene.user, alias: ErasureScene.alias)
        let tables = Set(before.map { String($0.prefix { $0 != ":" }) })
        // These two tables refer to installations and messages by their numbers.
        #expect(
            tables.isSuperset(of: ErasureScene.tables.subtracting(["inbox", "idempotency"])),
            "\(ErasureScene.tables.subtracting(tables))")
        return scene
    }

    private func check(_ scene: ErasureScene, _ othersBefore: [String]) async throws {
        let left = try await scene.traces(of: ErasureScene.user, alias: ErasureScene.alias)
        #expect(left == [])
        let others = try await scene.traces(of: ErasureScene.other, alias: "crm-other")
        #expect(others == othersBefore)
        // Rows that refer by number to rows that no longer exist.
        let orphans = try await scene.store.read { db in
            try await db.row(
                """
                SELECT (SELECT count(*) FROM inbox x WHERE NOT EXISTS (
                        SELECT 1 FROM installation i WHERE i.no = x.installation))
                    + (SELECT count(*) FROM delivery d WHERE NOT EXISTS (
                        SELECT 1 FROM message m WHERE m.no = d.message))
                    + (SELECT count(*) FROM tag t WHERE NOT EXISTS (
                        SELECT 1 FROM installation i WHERE i.no = t.installation)) AS n
                """)?.value("n") ?? -1
        }
        #expect(orphans == 0)
    }

    private func erase(_ database: any SQLDatabase) async throws {
        let scene = try await filled(database)
        let others = try await scene.traces(of: ErasureScene.other, alias: "crm-other")
        let clock = ContinuousClock()
        let start = clock.now
        var order = try await scene.gateway.eraseUser(ErasureScene.user, isFinal: true)
        await scene.gateway.resumeErasures()
        if Self.receiptCount >= 50_000 { print("erased in", clock.now - start) }
        order = try await scene.gateway.erasure(order.id)
        #expect(order.state == .done)
        #expect(order.apps == [ErasureScene.app])
        #expect(order.rows > Self.receiptCount * 3)
        try await check(scene, others)
        // The tombstone keeps only the erased user out of imports.
        let outcomes = try await scene.store.register(
            [ErasureScene.user, ErasureScene.other, "new"].enumerated().map { number, user in
                Registration(
                    installationID: "again-\(number)", bundleID: ErasureScene.app,
                    token: try ErasureScene.token("again", number), environment: .sandbox,
                    user: user)
            }, now: ErasureScene.now)
        #expect(outcomes == [.userErased, .registered, .registered])
        // A second erasure finds nothing.
        let again = try await scene.gateway.eraseUser(ErasureScene.user)
        #expect(again.state == .done)
        #expect(again.rows == 0)
        try await checkRetention(scene)
        try await scene.store.close()
    }

    /// Checks that old rows are removed from the tables about people.
    private func checkRetention(_ scene: ErasureScene) async throws {
        let tables = ["consent", "erasure", "tombstone"]
        let before = try await scene.dump()
        #expect(tables.allSatisfy { before[$0]?.isEmpty == false })
        let later = ErasureScene.now.addingTimeInterval(4 * 365 * 24 * 3600)
        while try await scene.store.purge(Retention(), now: later).hasMore {}
        let after = try await scene.dump()
        #expect(tables.allSatisfy { after[$0]?.isEmpty == true }, "\(tables)")
    }

    private func interrupt(_ open: () async throws -> any SQLDatabase) async throws {
        var scene = try await filled(try await open())
        let others = try await scene.traces(of: ErasureScene.other, alias: "crm-other")
        let orders = SQLErasureOrders(store: scene.store)
        try await orders.create(
            id: "order", user: ErasureScene.user, apps: [ErasureScene.app], newSalt: nil,
            now: ErasureScene.now)
        let numbers = try await orders.open()
        #expect(numbers.count == 1)
        let (isDone, _) = try await orders.advance(
            numbers, transactionsMax: 3, now: ErasureScene.now)
        #expect(!isDone)
        #expect(try await scene.gateway.erasure("order").state == .running)
        try await scene.store.close()
        scene = try await ErasureScene(try await open())
        await scene.gateway.resumeErasures()
        #expect(try await scene.gateway.erasure("order").state == .done)
        try await check(scene, others)
        try await scene.store.close()
    }
}
