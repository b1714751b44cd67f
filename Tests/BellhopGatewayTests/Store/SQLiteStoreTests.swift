// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayTesting
import SQLCore
import Simulation
import Testing

@testable import BellhopGateway

struct SQLiteStoreTests {
    struct Harness: StoreHarness {
        let directory: TemporaryDirectory

        func open(now: Date) async throws -> any GatewayStore {
            try await SQLStore.open(path: directory.path(), now: now)
        }
    }

    let directory: TemporaryDirectory
    let now = Date(timeIntervalSince1970: 1_767_225_600)

    init() throws { directory = try TemporaryDirectory() }

    @Test(arguments: StoreConformance.checks)
    func `SQLite does what every storage must do`(_ check: StoreConformance.Check) async throws {
        try await check.run(Harness(directory: directory))
    }

    @Test func `every check of the storage has a different name`() {
        let names = StoreConformance.checks.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.count >= 25)
    }

    @Test func `only the owner can read the database, its log and its lock`() async throws {
        #expect(
            FileManager.default.createFile(
                atPath: directory.path(), contents: nil,
                attributes: [.posixPermissions: 0o644]))
        let store = try await SQLStore.open(
            path: directory.path(), now: now)
        try await putApp(store)
        for suffix in ["", "-wal", "-shm", ".lock"] {
            let attributes = try FileManager.default.attributesOfItem(
                atPath: directory.path() + suffix)
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(suffix)")
        }
        try await store.close()
    }

    @Test func `a file that is in use cannot be opened again until it is closed`() async throws {
        let store = try await SQLStore.open(
            path: directory.path(), now: now)
        await expectError(.inUse) {
            try await SQLStore.open(path: directory.path(), now: now)
        }
        try await store.close()
        try await SQLStore.open(path: directory.path(), now: now).close()
    }

    @Test func `a file that is not a database is reported as corrupt and left unchanged`()
        async throws
    {
        let bytes = Data(repeating: 0x41, count: 5000)
        try bytes.write(to: directory.url.appendingPathComponent("gateway.sqlite"))
        await expectError(.corrupt) {
            try await SQLStore.open(path: directory.path(), now: now)
        }
        #expect(
            try Data(contentsOf: directory.url.appendingPathComponent("gateway.sqlite")) == bytes)
    }

    @Test(arguments: ["missing/gateway.sqlite", "/dev/null/gateway.sqlite", "."])
    func `the error for a path that cannot be written is one line`(_ name: String) async throws {
        let path = name.hasPrefix("/") ? name : directory.path(name)
        let error = await expectError(.unwritable) {
            try await SQLStore.open(path: path, now: now)
        }
        #expect(error?.message.contains("\n") == false)
    }

    @Test func `a delivery that was being sent is due at once when the file is opened again`()
        async throws
    {
        let harness = Harness(directory: directory)
        let store = try await harness.open(now: now)
        try await putApp(store)
        let token = try DeviceToken(bytes: [UInt8](repeating: 1, count: 32))
        let message = NewMessage(
            id: "m1", target: .token(token, .sandbox), bundleID: "com.example.app",
            body: [0x7B, 0x7D],
            topic: Topic("com.example.app"), pushType: .alert, priority: .immediate,
            deadline: now.addingTimeInterval(3600))
        #expect(try await store.accept(message, now: now).outcome == .accepted)
        let lease = now.addingTimeInterval(3000)
        let before = try await store.claim(owner: "one", limit: 10, leaseUntil: lease, now: now)
        #expect(before.count == 1)
        try await store.close()
        let again = try await harness.open(now: now.addingTimeInterval(1))
        #expect(try await again.nextDue(now: now) == now.addingTimeInterval(1))
        let after = try await again.claim(
            owner: "two", limit: 10, leaseUntil: lease, now: now.addingTimeInterval(1))
        #expect(after.map(\.id) == before.map(\.id))
        try await again.close()
    }

    @Test func `a replaced key, and a secret that was replaced twice, are in no file any more`()
        async throws
    {
        let store = try await SQLStore.open(path: directory.path(), now: now)
        try await putApp(store)
        let names = ["first", "second", "third"].map { "-----\($0) \(UUID().uuidString)-----" }
        // The sealed texts after each change: identity secret, previous identity secret, key.
        var sealed: [[String]] = []
        for name in names {
            let credential = AppCredential(
                bundleID: "com.example.app", keyID: "ABC123DEFG", teamID: "DEF123GHIJ",
                p8: "p8 " + name, fingerprint: "00")
            _ = try await store.putCredential(credential, now: now)
            _ = try await store.rotateIdentitySecret(
                bundleID: "com.example.app", to: "secret " + name)
            sealed.append(
                try await store.read { db in try await SecretCells.all(db).map(\.text) })
        }
        let files = try ["", "-wal"].map { suffix in
            try Data(contentsOf: URL(fileURLWithPath: directory.path() + suffix))
        }
        func holds(_ text: String) -> Bool {
            files.contains { $0.range(of: Data(text.utf8)) != nil }
        }
        #expect(names.allSatisfy { !holds($0) })
        #expect(!holds(sealed[0][2]))
        #expect(!holds(sealed[1][2]))
        #expect(holds(sealed[2][2]))
        #expect(!holds(sealed[0][0]))
        #expect(holds(sealed[1][0]), "the previous secret stays valid")
        try await store.close()
    }

    @Test func `reading a row with values of a wrong type or range throws an error`() async throws {
        let store = try await SQLStore.open(path: directory.path(), now: now)
        try await putApp(store)
        let token = try DeviceToken(bytes: [UInt8](repeating: 1, count: 32))
        let registration = Registration(
            installationID: "i1", bundleID: "com.example.app", token: token, environment: .sandbox,
            user: "alex")
        _ = try await store.register(registration, now: now)
        for damage in [
            "UPDATE installation SET created_at = 1e300",
            "UPDATE installation SET created_at = -1",
            "UPDATE installation SET created_at = 9223372036854775807",
            "UPDATE installation SET locale = x'ff', created_at = 0",
            "UPDATE installation SET locale = NULL, secret_hash = 'text', environment = 7",
        ] {
            try await store.write { db in _ = try await db.run("\(text: damage)") }
            await #expect(throws: GatewayStoreError.self, "\(damage)") {
                _ = try await store.installation(id: "i1")
            }
        }
        try await store.close()
    }

    private func putApp(_ store: any GatewayStore) async throws {
        _ = try await store.putApp(
            bundleID: "com.example.app", name: "Example", userProof: nil,
            keys: AppKeys(clientKey: "client", identitySecret: "identity"), now: now)
    }

    @discardableResult
    private func expectError(
        _ code: GatewayStoreError.Code, _ body: () async throws -> SQLStore
    ) async -> GatewayStoreError? {
        do {
            _ = try await body()
            Issue.record("the file was opened")
        } catch let error as GatewayStoreError {
            #expect(error.code == code)
            return error
        } catch {
            Issue.record("opening the file threw \(error)")
        }
        return nil
    }
}
