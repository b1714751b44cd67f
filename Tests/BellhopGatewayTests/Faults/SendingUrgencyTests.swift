// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Foundation
import GatewayAPI
import Logging
import SQLCore
import SQLiteDriver
import ServiceLifecycle
import Simulation
import Synchronization
import Testing

@testable import BellhopGateway

/// A database that remembers how urgent its transactions were.
private final class UrgencyDatabase: SQLDatabase {
    private let database: any SQLDatabase
    private let urgencies = Mutex<Set<SQLUrgency>>([])

    var dialect: SQLDialect { database.dialect }

    init(_ database: any SQLDatabase) { self.database = database }

    /// The urgencies since the last call.
    func take() -> Set<SQLUrgency> {
        urgencies.withLock { urgencies in
            defer { urgencies = [] }
            return urgencies
        }
    }

    private func note() { urgencies.withLock { _ = $0.insert(SQLUrgency.current) } }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (isolated any SQLConnection) async throws -> Value
    ) async throws -> Value {
        note()
        return try await database.write(body)
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (isolated any SQLConnection) async throws -> Value
    ) async throws -> Value {
        note()
        return try await database.read(body)
    }

    func milliseconds(_ db: isolated any SQLConnection) async throws -> Int64 {
        try await database.milliseconds(db)
    }

    func scrub() async { await database.scrub() }
    func check() async throws { try await database.check() }
    func close() async throws { try await database.close() }
}

@Suite(.timeLimit(.minutes(30))) struct SendingUrgencyTests {
    @Test func `sending uses the urgency for which a connection is kept, and requests do not`()
        async throws
    {
        let directory = try TemporaryDirectory()
        let clock = VirtualClock()
        let database = UrgencyDatabase(try await SQLiteDatabase.open(path: directory.path()))
        let store = try await SQLStore.open(
            database, named: "test", clock: .caller, masterKeys: .testing, now: clock.now)
        let sender = RecordingSender()
        let gateway = Gateway(
            store: store, sender: sender, time: clock.timeSource,
            generator: SeededGenerator(seed: 1), logger: Logger(label: "test"))
        _ = try await gateway.putApp(bundleID: GatewayScene.app, name: "Example")
        let key = try ProviderKey.generate(keyID: "ABC123DEFG", teamID: "DEF123GHIJ")
        _ = try await gateway.putCredential(
            bundleID: GatewayScene.app,
            CredentialRequest(p8: key.p8Text, keyID: key.keyID, teamID: key.teamID))
        _ = try await gateway.registerInstallation(
            id: "i1",
            InstallationRequest(
                app: GatewayScene.app, token: try DeviceToken(hex: GatewayScene.tokenHex),
                environment: .sandbox, user: "alex"))
        _ = try await gateway.post(
            try MessageContent(text: "x"), to: .user("alex"), options: .init())
        #expect(database.take() == [.usual])
        let group = ServiceGroup(services: gateway.services, logger: Logger(label: "test"))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            while sender.sent.isEmpty {
                try Task.checkCancellation()
                await Task.yield()
            }
            // The outcome is stored before the worker ends.
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
        #expect(database.take() == [.sending])
        try await gateway.close()
    }
}
