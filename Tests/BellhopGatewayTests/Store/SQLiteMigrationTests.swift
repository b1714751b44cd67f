// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GRDB
import GatewayAPI
import GatewayTesting
import Testing

@testable import BellhopGateway

/// Databases of older versions are taken up as they are.
struct SQLiteMigrationTests {
    let directory: TemporaryDirectory
    let now = Date(timeIntervalSince1970: 1_767_225_600)

    init() throws { directory = try TemporaryDirectory() }

    /// What version 1 wrote: an app, an installation with a queued message.
    private func makeVersion1() throws {
        let queue = try DatabaseQueue(path: directory.path())
        try SQLiteSchema.migrator.migrate(queue, upTo: "1")
        try queue.write { db in
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
                try db.execute(sql: statement)
            }
        }
        try queue.close()
    }

    @Test func `a database of version 1 keeps what it promised and learns the new`() async throws {
        try makeVersion1()
        let store = try await SQLiteStore.open(
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
        try await SQLiteStore.open(path: directory.path(), now: now).close()
    }

    @Test func `an app of an older database gets its keys when somebody asks`() async throws {
        try makeVersion1()
        let store = try await SQLiteStore.open(
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
}
