// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSProvider
import APNSWire
import Foundation
import GatewayAPI
import Logging
import SQLCore
import ServiceLifecycle
import Simulation
import Testing

@testable import BellhopGateway

/// A gateway on a new SQLite file with one app, a virtual clock and a recording sender.
struct GatewayScene: Sendable {
    static let app = "com.example.app"
    static let tokenHex = String(repeating: "ab", count: 32)

    let directory: TemporaryDirectory
    let clock: VirtualClock
    let sender: RecordingSender
    let store: SQLStore
    let gateway: Gateway
    let keyText: String

    init(
        sender: RecordingSender = RecordingSender(), pushing: (any PushSending)? = nil,
        credential: Bool = true, logger: Logger = Logger(label: "test")
    ) async throws {
        directory = try TemporaryDirectory()
        clock = VirtualClock()
        self.sender = sender
        store = try await SQLStore.open(
            path: directory.path(), now: clock.now)
        gateway = Gateway(
            store: store, sender: pushing ?? sender, time: clock.timeSource,
            generator: SeededGenerator(seed: 1),
            logger: logger)
        keyText = try await gateway.makeAPIKey(name: "test")
        _ = try await gateway.putApp(bundleID: Self.app, name: "Example")
        if credential {
            let key = try ProviderKey.generate(keyID: "ABC123DEFG", teamID: "DEF123GHIJ")
            _ = try await gateway.putCredential(
                bundleID: Self.app,
                CredentialRequest(p8: key.p8Text, keyID: key.keyID, teamID: key.teamID))
        }
    }

    @discardableResult
    func register(
        _ id: String = "i1", token: String = tokenHex, user: String? = "alex"
    ) async throws -> InstallationResource {
        try await gateway.registerInstallation(
            id: id,
            InstallationRequest(
                app: Self.app, token: try DeviceToken(hex: token), environment: .sandbox, user: user
            ))
    }

    @discardableResult
    func post(_ text: String = "Dinner is ready", _ options: MessageOptions = .init()) async throws
        -> MessageResource
    {
        try await gateway.post(try MessageContent(text: text), to: .user("alex"), options: options)
    }

    /// Runs the gateway's services during the body, then shuts them down gracefully.
    func running(_ body: () async throws -> Void) async throws {
        let group = ServiceGroup(services: gateway.services, logger: Logger(label: "test"))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            do { try await body() } catch {
                await group.triggerGracefulShutdown()
                throw error
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    /// Waits, without sleeping, until a delivery meets a condition; otherwise, only the test's time
    /// limit ends the wait.
    func wait(for delivery: String, _ condition: (DeliveryResource) -> Bool) async throws
        -> DeliveryResource
    {
        while true {
            let found = try await gateway.delivery(id: delivery)
            if condition(found) { return found }
            guard !Task.isCancelled else {
                throw Missed(
                    description:
                        "the delivery stayed \(found.state) after \(found.attempts) attempts"
                )
            }
            await Task.yield()
        }
    }

    /// Waits, without sleeping, until a condition holds; otherwise, only the test's time limit ends
    /// the wait.
    func until(_ what: String, _ condition: () async throws -> Bool) async throws {
        while !Task.isCancelled {
            if try await condition() { return }
            await Task.yield()
        }
        throw Missed(description: "this did not become true: \(what)")
    }

    /// The state and reason of a delivery, even if the rest of its row cannot be decoded.
    func state(of delivery: String) async throws -> String {
        try await store.read { db in
            let row = try await db.row(
                """
                SELECT state || coalesce(' ' || reason, '') FROM delivery WHERE id = \(delivery)
                """)
            return try row?.value(at: 0) ?? "nothing"
        }
    }

    /// The number of deliveries in a state.
    func openCount(in state: DeliveryState) async throws -> Int {
        try await store.read { db in
            let row = try await db.row(
                "SELECT count(*) FROM delivery WHERE state = \(state.rawValue)")
            return try row?.value(at: 0) ?? 0
        }
    }

    /// Waits until the worker sleeps on the clock, then moves it.
    func advance(by duration: Duration) async throws {
        while clock.sleeperCount == 0 {
            try Task.checkCancellation()
            await Task.yield()
        }
        clock.advance(by: duration)
    }

    struct Missed: Error, CustomStringConvertible { let description: String }
}
