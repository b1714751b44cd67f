// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Foundation
import GatewayAPI
import GatewayModel
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import PostgresDriver
import SQLCore
import SQLiteDriver
import Simulation
import Testing

@testable import BellhopGateway

/// A request that starts a campaign and has an idempotency key starts one campaign, however often
/// it is repeated.
@Suite(.timeLimit(.minutes(30))) struct CampaignKeyTests {
    private static let app = "com.example.app"
    private let clock = VirtualClock()

    private func withStores(
        _ body: (SQLStore, SQLCampaignStore) async throws -> Void
    ) async throws {
        let directory = try TemporaryDirectory()
        var databases: [any SQLDatabase] = [
            try await SQLiteDatabase.open(path: directory.path())
        ]
        #if Postgres
        databases.append(try await PostgresServer.shared().newAddress().open())
        #endif
        for database in databases {
            let store = try await SQLStore.open(
                database, named: "test", clock: .caller, masterKeys: .testing,
                now: clock.now)
            _ = try await store.putApp(
                bundleID: Self.app, name: "Example", userProof: nil,
                keys: AppKeys(clientKey: "client", identitySecret: "identity"), now: clock.now)
            try await body(store, SQLCampaignStore(store, time: clock.timeSource))
            try await store.close()
        }
    }

    private func create(
        _ id: String, _ idempotency: Idempotency?, _ campaigns: SQLCampaignStore
    ) async throws -> CampaignCreation {
        try await campaigns.create(
            NewCampaign(
                id: id, bundleID: Self.app,
                key: CampaignKey(tag: UInt64(id.utf8.last ?? 0), mix: 2),
                deadline: DatabaseTime(milliseconds: clock.now.storedMilliseconds + 1000),
                dueTimes: [DatabaseTime(milliseconds: clock.now.storedMilliseconds)],
                idempotency: idempotency))
    }

    private func count(_ store: SQLStore) async throws -> Int {
        try await store.read { db in
            try await db.row("SELECT CAST(count(*) AS \(Column.integer)) AS n FROM campaign")?
                .value("n") ?? 0
        }
    }

    @Test func `many simultaneous requests with one idempotency key start one campaign`()
        async throws
    {
        try await withStores { store, campaigns in
            let key = Idempotency(scope: "k", key: "offer", fingerprint: "f")
            let ids = try await withThrowingTaskGroup(of: String.self) { group in
                for number in 0..<16 {
                    group.addTask {
                        switch try await create("c\(number)", key, campaigns) {
                        case .created: "c\(number)"
                        case .replayed(let id): id
                        case .keyReused, .noApp: "none"
                        }
                    }
                }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(ids.count == 1)
            #expect(!ids.contains("none"))
            #expect(try await count(store) == 1)
            #expect(try await campaigns.earlier(key) == ids.first.map { .campaign(id: $0) })
        }
    }

    @Test func `an idempotency key belongs to one request and one API key until it expires`()
        async throws
    {
        try await withStores { store, campaigns in
            let first = Idempotency(scope: "k", key: "offer", fingerprint: "f")
            guard case .created = try await create("c1", first, campaigns) else {
                Issue.record("the campaign was not created")
                return
            }
            var other = first
            other.fingerprint = "g"
            guard case .keyReused = try await create("c2", other, campaigns) else {
                Issue.record("the key was accepted for another request")
                return
            }
            // A message's request has another path, and so another fingerprint.
            #expect(try await store.earlierOutcome(other, now: clock.now) == .keyReused)
            let later = clock.now.addingTimeInterval(
                Double(GatewayLimits.idempotencyKeySecondsMax + 1))
            #expect(try await store.earlierOutcome(other, now: later) == nil)
            other.scope = "another API key"
            guard case .created = try await create("c3", other, campaigns),
                case .created = try await create("c4", nil, campaigns)
            else {
                Issue.record("a campaign was not created")
                return
            }
            #expect(try await count(store) == 3)
        }
    }

    @Test
    func `the migration back to version 6 deletes idempotency keys of campaigns and no others`()
        async throws
    {
        try await withStores { store, campaigns in
            let key = Idempotency(scope: "k", key: "offer", fingerprint: "f")
            _ = try await create("c1", key, campaigns)
            try await store.write { db in
                try await SQLIdempotency.store(
                    db,
                    [
                        (
                            (Idempotency(scope: "k", key: "message", fingerprint: "f"), clock.now),
                            .message(7)
                        )
                    ])
            }
            try await Schema.migrate(
                store.database, named: "test", to: 6, masterKeys: .testing)
            try await Schema.migrate(store.database, named: "test", masterKeys: .testing)
            let keys: [String] = try await store.read { db in
                try await db.rows("SELECT key FROM idempotency").firstColumn()
            }
            #expect(keys == ["message"])
            #expect(try await count(store) == 1)
        }
    }

    @Test func `POST /v1/campaigns honors the Idempotency-Key header`() async throws {
        let directory = try TemporaryDirectory()
        let gateway = try await Gateway.open(.init(database: directory.path()))
        _ = try await gateway.putApp(bundleID: Self.app, name: "Example", userProof: nil)
        let key = try ProviderKey.generate(keyID: "ABC123DEFG", teamID: "DEF123GHIJ")
        _ = try await gateway.putCredential(
            bundleID: Self.app,
            CredentialRequest(p8: key.p8Text, keyID: key.keyID, teamID: key.teamID))
        let headers: HTTPFields = [
            .authorization: "Bearer " + (try await gateway.makeAPIKey(name: "test")),
            .contentType: "application/json",
            try #require(HTTPField.Name("Idempotency-Key")): "offer-1",
        ]
        let application = Application(
            router: makeGatewayRouter(for: gateway), logger: Logger(label: "test"))
        try await application.test(.router) { client in
            func post(_ text: String, _ query: String = "") async throws -> (Int, Data) {
                try await client.execute(
                    uri: "/v1/campaigns?audience=all" + query, method: .post, headers: headers,
                    body: ByteBuffer(string: #"{"aps":{"alert":"\#(text)"}}"#)
                ) { ($0.status.code, Data($0.body.readableBytesView)) }
            }
            let (status, body) = try await post("one")
            #expect(status == 202)
            let first = try GatewayJSON.decode(CampaignResource.self, from: body)
            let (again, repeated) = try await post("one")
            #expect(again == 202)
            #expect(try GatewayJSON.decode(CampaignResource.self, from: repeated).id == first.id)
            for (text, query) in [("two", ""), ("one", "&priority=5")] {
                let (refused, problem) = try await post(text, query)
                #expect(refused == 422)
                #expect(
                    try GatewayJSON.decode(Problem.self, from: problem).code
                        == "idempotency_key_reused")
            }
        }
        try await gateway.close()
    }
}
