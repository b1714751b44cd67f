// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Foundation
import GatewayAPI
import PostgresDriver
import SQLCore
import SQLiteDriver
import Testing

@testable import BellhopGateway

/// The secrets of apps are sealed in both databases.
@Suite(.timeLimit(.minutes(30))) struct StoreSealingTests {
    private static let app = "com.example.app"
    private let now = Date(timeIntervalSince1970: 1_767_225_600)
    private let directory: TemporaryDirectory
    private let p8: String

    init() throws {
        directory = try TemporaryDirectory()
        p8 = try ProviderKey.generate(keyID: "ABC123DEFG", teamID: "DEF123GHIJ").p8Text
    }

    private var secrets: [String] {
        // A line of the key's Base64, and the identity secrets.
        [p8.split(separator: "\n")[1].description, "PRIVATE KEY", "identity-1", "identity-2"]
    }

    private func putSecrets(_ store: SQLStore) async throws {
        _ = try await store.putApp(
            bundleID: Self.app, name: "Example", userProof: nil,
            keys: AppKeys(clientKey: "client", identitySecret: "identity-1"), now: now)
        _ = try await store.rotateIdentitySecret(bundleID: Self.app, to: "identity-2")
        _ = try await store.putCredential(
            AppCredential(
                bundleID: Self.app, keyID: "ABC123DEFG", teamID: "DEF123GHIJ", p8: p8,
                fingerprint: "f"), now: now)
    }

    private func expectOpen(_ store: SQLStore) async throws {
        let app = try #require(try await store.app(bundleID: Self.app))
        #expect(app.locked == [])
        #expect(app.keys?.identitySecret == "identity-2")
        #expect(app.keys?.identitySecretBefore == "identity-1")
        #expect(try await store.credential(bundleID: Self.app)?.p8 == p8)
        #expect(try await store.lockedApps() == [])
    }

    /// Runs a body on a new database of each kind.
    private func withDatabases(
        _ body: (any SQLDatabase) async throws -> Void
    ) async throws {
        var databases: [any SQLDatabase] = [
            try await SQLiteDatabase.open(path: directory.path("other.sqlite"))
        ]
        #if Postgres
        databases.append(try await PostgresServer.shared().newAddress().open())
        #endif
        for database in databases {
            try await body(database)
            try await database.close()
        }
    }

    private func open(
        _ database: any SQLDatabase, _ keys: MasterKeys?
    ) async throws -> SQLStore {
        try await SQLStore.open(
            database, named: "test", clock: .caller, masterKeys: keys, now: now)
    }

    private func cells(_ database: any SQLDatabase) async throws -> [String] {
        try await database.read { db in try await SecretCells.all(db).map(\.text) }
    }

    /// Checks that no file in the directory contains a secret.
    private func expectNoSecretInFiles() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
        #expect(names.contains("gateway.sqlite"))
        for name in names {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: directory.path(name)))
            for secret in secrets {
                #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(name) contains a secret")
            }
        }
    }

    @Test func `neither the database nor a backup contains a key or a secret`() async throws {
        let store = try await SQLStore.open(path: directory.path(), now: now)
        #expect(store.createdKeyFile == directory.path("master.key"))
        try await putSecrets(store)
        try expectNoSecretInFiles()
        try await StoreBackup.make(of: directory.path(), to: directory.path("backup"))
        try await store.close()
        try expectNoSecretInFiles()
        let attributes = try FileManager.default.attributesOfItem(
            atPath: directory.path("master.key"))
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        let again = try await SQLStore.open(path: directory.path(), now: now)
        #expect(again.createdKeyFile == nil)
        try await expectOpen(again)
        try await again.close()
    }

    @Test func `a migration from version 6 seals secrets, and the migration back opens them`()
        async throws
    {
        let store = try await SQLStore.open(path: directory.path(), now: now)
        try await putSecrets(store)
        try await store.close()
        while true {
            let back = try await StoreMigration.run(
                directory.path(), goesBack: true, isDryRun: false)
            if back.to == 6 { break }
        }
        let plain = try await SQLiteDatabase.open(path: directory.path())
        #expect(try await cells(plain) == ["identity-2", "identity-1", p8])
        try await plain.close()
        let dry = try await StoreMigration.run(directory.path(), goesBack: false, isDryRun: true)
        #expect(dry.statements.contains { $0.contains("seal") })
        for secret in secrets {
            #expect(!dry.statements.joined().contains(secret))
        }
        try FileManager.default.removeItem(atPath: directory.path("master.key"))
        let again = try await SQLStore.open(path: directory.path(), now: now)
        #expect(again.createdKeyFile != nil)
        try expectNoSecretInFiles()
        try await expectOpen(again)
        try await again.close()
    }

    @Test func `migrations seal and open secrets in every database, and need the master key`()
        async throws
    {
        try await withDatabases { database in
            let store = try await open(database, .testing)
            try await putSecrets(store)
            for keys in [nil, MasterKeys.generate()] {
                let error = await #expect(throws: GatewayStoreError.self) {
                    try await Schema.migrate(database, named: "test", to: 6, masterKeys: keys)
                }
                #expect(error?.code == .noMasterKey)
            }
            try await Schema.migrate(database, named: "test", to: 6, masterKeys: .testing)
            #expect(try await cells(database) == ["identity-2", "identity-1", p8])
            let error = await #expect(throws: GatewayStoreError.self) {
                try await Schema.migrate(database, named: "test", masterKeys: nil)
            }
            #expect(error?.code == .noMasterKey)
            #expect(try await database.read { db in try await Schema.version(db) } == 6)
            try await Schema.migrate(database, named: "test", masterKeys: .testing)
            #expect(try await cells(database).allSatisfy { $0.hasPrefix("sealed:1:") })
            try await expectOpen(store)
        }
    }

    @Test func `resealing moves all secrets to the newest master key`() async throws {
        try await withDatabases { database in
            let old = MasterKeys.generate()
            let store = try await open(database, old)
            try await putSecrets(store)
            let both = try old.addingNewKey()
            let report = try await StoreSealing.reseal(database, both)
            #expect(report.resealed == 3)
            #expect(report.locked == [])
            #expect(try await StoreSealing.reseal(database, both).unchanged == 3)
            let new = try MasterKeys(text: String(both.text.prefix { $0 != "\n" }))
            #expect(new.versions == [2])
            try await expectOpen(try await open(database, new))
            #expect(try await store.lockedApps() == [Self.app])
            #expect(try await StoreSealing.reseal(database, old).locked == [Self.app])
        }
    }

    @Test func `without the right key, secrets are locked and nothing new is sealed`() async throws
    {
        try await withDatabases { database in
            try await putSecrets(try await open(database, .testing))
            for keys in [nil, MasterKeys.generate()] {
                let store = try await open(database, keys)
                let app = try #require(try await store.app(bundleID: Self.app))
                #expect(app.locked == [.identitySecret, .credential])
                #expect(app.keys?.clientKey == "client")
                #expect(app.keys?.identitySecret == nil)
                #expect(app.credential?.keyID == "ABC123DEFG")
                #expect(try await store.lockedApps() == [Self.app])
                let error = await #expect(throws: GatewayStoreError.self) {
                    try await putSecrets(store)
                }
                #expect(error?.code == .noMasterKey)
                let reading = await #expect(throws: GatewayStoreError.self) {
                    _ = try await store.credential(bundleID: Self.app)
                }
                #expect(reading?.code == .noMasterKey)
            }
            try await expectOpen(try await open(database, .testing))
        }
    }
}
