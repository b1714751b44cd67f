// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import GatewayTesting
import SQLCore
import SQLiteDriver
import Testing

@testable import BellhopGateway

/// Databases of older versions are migrated with their contents.
struct SQLiteMigrationTests {
    let directory: TemporaryDirectory
    let now = Date(timeIntervalSince1970: 1_767_225_600)

    init() throws { directory = try TemporaryDirectory() }

    /// Creates a database as version 1 wrote it: an app, and an installation with a queued message.
    private func makeVersion1() async throws {
        let database = try await SQLiteDatabase.open(path: directory.path())
        try await database.write { db in
            for case .run(let statement) in Schema.before4[0].up { try await db.run(statement) }
            let token = String(repeating: "01", count: 32)
            for statement in [
                "INSERT INTO app VALUES ('com.example.app', 'Example', 1000)",
                """
                INSERT INTO installation VALUES ('i1', 'com.example.app', 'alex', 'pt', NULL, NULL,
                    NULL, 1000, 2000)
                """,
                """
                INSERT INTO device_token VALUES (1, 'com.example.app', 'sandbox', '\(token)', 'app',
                    'i1', 'active', NULL, 2000, NULL)
                """,
                """
                INSERT INTO message VALUES ('m1', 'com.example.app', 'user', 'alex', x'7b7d',
                    'com.example.app', 'alert', 10, NULL, NULL, 9999999999999, 3000)
                """,
                """
                INSERT INTO delivery VALUES ('00000000-0000-4000-8000-000000000001', 'm1', 1, 'i1',
                    'queued', NULL, NULL, 0, 3000, NULL, 0, 3000, 3000)
                """,
            ] {
                try await db.run("\(text: statement)")
            }
        }
        try await database.close()
    }

    @Test func `a database of version 1 is migrated with its apps, installations and messages`()
        async throws
    {
        try await makeVersion1()
        let store = try await SQLStore.open(
            path: directory.path(), now: now)
        let claimed = try await store.claim(
            owner: "one", limit: 10, leaseUntil: now.addingTimeInterval(30), now: now)
        #expect(claimed.map(\.messageID) == ["m1"])
        let app = try #require(try await store.app(bundleID: "com.example.app"))
        #expect(app.keys == nil)
        #expect(app.userProof == .required)
        let installation = try #require(try await store.installation(id: "i1"))
        #expect(installation.device == nil)
        #expect(installation.tokens.map(\.name) == [TokenName(.app)])
        let message = try #require(try await store.message(id: "m1"))
        #expect(!message.carriesID)
        #expect(message.receipts.isEmpty)
        let page = try await store.inbox(installationID: "i1", after: nil, limit: 10, now: now)
        #expect(page?.messages.isEmpty == true)
        try await store.close()
        try await SQLStore.open(path: directory.path(), now: now).close()
    }

    @Test func `an app of an older database gets its client key when it is first read`()
        async throws
    {
        try await makeVersion1()
        let store = try await SQLStore.open(
            path: directory.path(), now: now)
        let gateway = Gateway(store: store, sender: RecordingSender())
        let shown = try await gateway.app(bundleID: "com.example.app")
        let key = try #require(shown.clientKey)
        #expect(shown.identitySecret == nil)
        #expect(try await gateway.apps().map(\.clientKey) == [key])
        #expect(try await store.app(clientKey: key)?.bundleID == "com.example.app")
        let secret = try await gateway.rotateIdentitySecret(bundleID: "com.example.app")
        #expect(secret.identitySecret?.isEmpty == false)
        try await store.close()
    }

    @Test func `the migration back removes API keys that would permit more than before`()
        async throws
    {
        let store = try await SQLStore.open(path: directory.path(), now: now)
        for (id, scopes, apps, isRevoked) in [
            ("aaaaaaaa", [.all], AppLimit.none, false), ("bbbbbbbb", [.all], .none, true),
            ("cccccccc", [.appsRead], .none, false), ("dddddddd", [.all], AppLimit(["a"]), false),
        ] as [(String, Set<KeyScope>, AppLimit, Bool)] {
            try await store.insertKey(
                StoredAPIKey(
                    id: id, name: id, hash: [1], createdAt: now, scopes: scopes, apps: apps,
                    revokedAt: isRevoked ? now : nil))
        }
        try await store.close()
        while true {
            let back = try await StoreMigration.run(
                directory.path(), goesBack: true, isDryRun: false)
            if back.to == 5 { break }
        }
        let again = try await SQLStore.open(path: directory.path(), now: now)
        let keys = try await again.keys()
        #expect(keys.map(\.id) == ["aaaaaaaa"])
        #expect(keys.first?.scopes == [.all])
        try await again.close()
    }

    @Test func `a dry run changes nothing, and each migration back undoes one version`()
        async throws
    {
        try await makeVersion1()
        let dry = try await StoreMigration.run(
            directory.path(), goesBack: false, isDryRun: true)
        #expect(dry.from == 1)
        #expect(dry.to == Schema.current)
        #expect(dry.statements.contains { $0.hasPrefix("CREATE TABLE endpoint") })
        #expect(dry.statements.allSatisfy { !$0.contains("\n") })
        let again = try await StoreMigration.run(
            directory.path(), goesBack: false, isDryRun: true)
        #expect(again.from == 1, "a dry run changed something")
        let store = try await SQLStore.open(path: directory.path(), now: now)
        _ = try await store.putApp(
            bundleID: "com.example.app", name: "Example", userProof: nil,
            keys: AppKeys(clientKey: "client", identitySecret: "identity"), now: now)
        try await store.close()
        while true {
            let back = try await StoreMigration.run(
                directory.path(), goesBack: true, isDryRun: false)
            #expect(back.to == back.from - 1)
            if back.to == 3 { break }
        }
        // The tables are those of version 3 again, with everything that was in them.
        let database = try await SQLiteDatabase.open(path: directory.path())
        let token: String? = try await database.read { db in
            try await db.row(
                """
                SELECT t.token FROM delivery d JOIN device_token t ON t.id = d.token_id
                JOIN message m ON m.id = d.message_id JOIN app a ON a.bundle_id = m.bundle_id
                JOIN installation i ON i.id = d.installation_id
                WHERE a.client_key = 'client' AND i.locale = 'pt'
                """)?.value(at: 0)
        }
        #expect(token == String(repeating: "01", count: 32))
        try await database.close()
        await #expect(throws: GatewayStoreError.self) {
            _ = try await StoreMigration.run(directory.path(), goesBack: true, isDryRun: false)
        }
        let after = try await SQLStore.open(path: directory.path(), now: now)
        let claimed = try await after.claim(
            owner: "one", limit: 10, leaseUntil: now.addingTimeInterval(30), now: now)
        #expect(claimed.map(\.messageID) == ["m1"])
        #expect(try await after.app(bundleID: "com.example.app")?.keys?.clientKey == "client")
        try await after.close()
    }
}
