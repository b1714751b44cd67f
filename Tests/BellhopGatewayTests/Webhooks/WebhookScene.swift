// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSProvider
import APNSWire
import Foundation
import GatewayAPI
import GatewayModel
import Logging
import SQLCore
import ServiceLifecycle
import Simulation
import Synchronization
import Testing

@testable import BellhopGateway

/// Records requests to webhooks instead of sending them.
final class RecordingWebhookSender: WebhookSending {
    private struct State {
        var calls: [WebhookCall] = []
        var outcomes: [WebhookPolicy.Outcome] = []
    }

    private let state = Mutex(State())

    var calls: [WebhookCall] { state.withLock { $0.calls } }

    /// Sets the outcomes of the next requests; after them, every request gets 200.
    func setOutcomes(_ outcomes: [WebhookPolicy.Outcome]) {
        state.withLock { $0.outcomes = outcomes }
    }

    func send(_ call: WebhookCall) async -> WebhookPolicy.Outcome {
        state.withLock { state in
            state.calls.append(call)
            return state.outcomes.isEmpty
                ? .response(status: 200, retryAfter: nil) : state.outcomes.removeFirst()
        }
    }
}

extension WebhookCall {
    subscript(_ header: String) -> String? { headers.first { $0.name == header }?.value }

    /// The events in the body.
    var events: [GatewayEvent] {
        get throws {
            if let batch = try? GatewayJSON.decode(EventBatch.self, from: Data(body)) {
                return batch.data.events
            }
            return [try GatewayJSON.decode(GatewayEvent.self, from: Data(body))]
        }
    }
}

/// A gateway with webhooks, on a new SQLite file, with a virtual clock.
struct WebhookScene: Sendable {
    static let app = "com.example.app"
    static let url = "https://hooks.example.com/bellhop"

    let directory: TemporaryDirectory
    let clock = VirtualClock()
    let push: RecordingSender
    let hooks = RecordingWebhookSender()
    let store: SQLStore
    let webhooks: GatewayWebhooks
    let gateway: Gateway

    init(push: RecordingSender = RecordingSender(), file: EventFile? = nil) async throws {
        self.push = push
        directory = try TemporaryDirectory()
        store = try await SQLStore.open(path: directory.path(), now: clock.now)
        webhooks = GatewayWebhooks(
            store, sender: hooks, file: file, allowsLoopback: false, version: "1.2.3",
            time: clock.timeSource, logger: Logger(label: "test"))
        gateway = Gateway(
            store: store, sender: push, campaigns: nil, worker: .init(), time: clock.timeSource,
            webhooks: webhooks, generator: SeededGenerator(seed: 1), logger: Logger(label: "test"))
        try await webhooks.store.keepFile(file != nil, isShared: false, now: clock.now)
        for app in [Self.app, "com.example.other"] {
            _ = try await gateway.putApp(bundleID: app, name: "Example")
            let key = try ProviderKey.generate(keyID: "ABC123DEFG", teamID: "DEF123GHIJ")
            _ = try await gateway.putCredential(
                bundleID: app,
                CredentialRequest(p8: key.p8Text, keyID: key.keyID, teamID: key.teamID))
        }
    }

    /// Creates a webhook and returns it with its secret.
    func create(
        _ events: [String] = ["*"], apps: [String] = [], batchSize: Int = 500
    ) async throws -> WebhookResource {
        try await gateway.createWebhook(
            WebhookRequest(url: Self.url, events: events, apps: apps, batchSize: batchSize))
    }

    func register(_ id: String, token: Int, app: String = app) async throws {
        let hex = String(token + 16, radix: 16)
        _ = try await gateway.registerInstallation(
            id: id,
            InstallationRequest(
                app: app,
                token: try DeviceToken(hex: String(repeating: "ab", count: 31) + hex),
                environment: .sandbox, user: "alex"))
    }

    /// Stores events as the gateway's own transactions do.
    func add(_ count: Int, _ type: EventType = .tokenDead, app: String = app) async throws {
        let now = clock.now
        try await store.write { db in
            try await SQLEvents.add(
                db,
                (1...count).map {
                    NewEvent(type, app: app, at: now, ["number": .number(JSONNumber($0))])
                })
        }
    }

    /// Runs the gateway's services during the body.
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

    /// Lets time pass whenever the worker and the dispatcher wait, until a condition holds.
    func until(_ what: String, _ condition: () async throws -> Bool) async throws {
        for _ in 0..<20_000 {
            for _ in 0..<3 {
                if try await condition() { return }
                await Task.yield()
            }
            while clock.sleeperCount < 2 {
                try Task.checkCancellation()
                await Task.yield()
            }
            clock.advance(by: .seconds(1))
        }
        throw GatewayScene.Missed(description: "this did not become true: \(what)")
    }
}
