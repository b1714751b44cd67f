// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import SQLCore
import Synchronization
import Testing

@testable import BellhopGateway

struct StoreBackupTests {
    let directory: TemporaryDirectory
    let now = Date(timeIntervalSince1970: 1_767_225_600)

    init() throws { directory = try TemporaryDirectory() }

    private final class Flag: Sendable {
        let isSet = Mutex(false)
    }

    private func open() async throws -> SQLStore {
        let store = try await SQLStore.open(path: directory.path(), now: now)
        _ = try await store.putApp(
            bundleID: "com.example.app", name: "Example", userProof: nil,
            keys: AppKeys(clientKey: "client", identitySecret: "identity"), now: now)
        return store
    }

    private func accept(_ id: String, _ store: SQLStore) async throws {
        let token = try DeviceToken(bytes: [UInt8](repeating: 1, count: 32))
        let message = NewMessage(
            id: id, target: .token(token, .sandbox), bundleID: "com.example.app",
            body: [0x7B, 0x7D], topic: Topic("com.example.app"), pushType: .alert,
            priority: .immediate, deadline: now.addingTimeInterval(3600))
        #expect(try await store.accept(message, now: now).outcome == .accepted)
    }

    @Test func `a backup made while messages are accepted shows one consistent moment`()
        async throws
    {
        let store = try await open()
        try await accept("m0", store)
        let flag = Flag()
        try await withThrowingTaskGroup(of: Int.self) { group in
            group.addTask {
                var count = 1
                while !flag.isSet.withLock({ $0 }) {
                    try await accept("m\(count)", store)
                    count += 1
                }
                return count
            }
            try await StoreBackup.make(of: directory.path(), to: directory.path("backup"))
            flag.isSet.withLock { $0 = true }
            try await group.waitForAll()
        }
        try await accept("later", store)
        try await store.close()
        await #expect(throws: GatewayStoreError.self) {
            try await StoreBackup.make(of: directory.path(), to: directory.path("backup"))
        }
        let attributes = try FileManager.default.attributesOfItem(
            atPath: directory.path("backup"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        await #expect(throws: GatewayStoreError.self) {
            _ = try await StoreBackup.restore(
                directory.path("backup"), to: directory.path(), replaces: false)
        }
        let aside = try await StoreBackup.restore(
            directory.path("backup"), to: directory.path(), replaces: true)
        let restored = try await SQLStore.open(path: directory.path(), now: now)
        #expect(try await restored.message(id: "m0") != nil)
        #expect(try await restored.message(id: "later") == nil)
        // Each message is in the backup with its delivery, or not at all.
        let (messages, deliveries) = try await restored.read { db in
            (
                try await db.rows("SELECT no FROM message").count,
                try await db.rows("SELECT no FROM delivery WHERE due_at IS NOT NULL").count
            )
        }
        #expect(messages == deliveries)
        try await restored.close()
        let before = try await SQLStore.open(path: try #require(aside), now: now)
        #expect(try await before.message(id: "later") != nil)
        try await before.close()
    }

    @Test func `only a backup is restored, and a database in use is not replaced`() async throws {
        try Data("no database".utf8).write(to: directory.url.appendingPathComponent("text"))
        for (name, code, part) in [
            ("text", GatewayStoreError.Code.corrupt, "not a backup of a gateway"),
            ("missing", .unwritable, "there is no file"),
        ] {
            let error = await #expect(throws: GatewayStoreError.self) {
                _ = try await StoreBackup.restore(
                    directory.path(name), to: directory.path(), replaces: true)
            }
            #expect(error?.code == code)
            #expect(error?.message.contains(part) == true, "\(String(describing: error))")
        }
        let store = try await open()
        try await StoreBackup.make(of: directory.path(), to: directory.path("backup"))
        let error = await #expect(throws: GatewayStoreError.self) {
            _ = try await StoreBackup.restore(
                directory.path("backup"), to: directory.path(), replaces: true)
        }
        #expect(error?.code == .inUse)
        try await store.close()
    }
}
