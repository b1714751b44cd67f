// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Foundation
import GatewayAPI
import Logging
import ServiceLifecycle
import Simulation
import Testing

@testable import BellhopGateway

/// A gateway whose master key is lost runs, reports the loss, and waits for the key.
@Suite(.timeLimit(.minutes(30))) struct LockedGatewayTests {
    private static let app = "com.example.app"

    private func makeGateway(_ directory: TemporaryDirectory) async throws -> Gateway {
        let gateway = try await Gateway.open(.init(database: directory.path()))
        _ = try await gateway.putApp(bundleID: Self.app, name: "Example")
        let key = try ProviderKey.generate(keyID: "ABC123DEFG", teamID: "DEF123GHIJ")
        _ = try await gateway.putCredential(
            bundleID: Self.app,
            CredentialRequest(p8: key.p8Text, keyID: key.keyID, teamID: key.teamID))
        return gateway
    }

    @Test func `a lost master key is reported by the app and the health, and is not replaced`()
        async throws
    {
        let directory = try TemporaryDirectory()
        try await makeGateway(directory).close()
        let (file, aside) = (directory.path("master.key"), directory.path("aside"))
        try FileManager.default.moveItem(atPath: file, toPath: aside)
        let locked = try await Gateway.open(.init(database: directory.path()))
        #expect(!FileManager.default.fileExists(atPath: file))
        let app = try await locked.app(bundleID: Self.app)
        #expect(app.locked == ["identity_secret", "credential"])
        #expect(app.credential != nil)
        let part = await locked.health().parts.first { $0.name == .credentials }
        #expect(part?.condition == .held)
        #expect(part?.detail?.contains("1 app;") == true)
        #expect(part?.detail?.contains(Self.app) == false)
        for change in [
            { _ = try await locked.putApp(bundleID: "com.example.two", name: "Two") },
            { _ = try await locked.rotateIdentitySecret(bundleID: Self.app) },
        ] as [() async throws -> Void] {
            do {
                try await change()
                Issue.record("a secret was stored without a master key")
            } catch { #expect(Problem(describing: error).code == "secrets_locked") }
        }
        #expect(try await locked.putApp(bundleID: Self.app, name: "New").name == "New")
        try await locked.close()
        try FileManager.default.moveItem(atPath: aside, toPath: file)
        let open = try await Gateway.open(.init(database: directory.path()))
        #expect(try await open.app(bundleID: Self.app).locked == nil)
        #expect(await open.health().parts.first { $0.name == .credentials }?.condition == .ok)
        try await open.close()
    }

    /// Runs the worker of a gateway on a file until the delivery is in a state.
    private func run(
        _ scene: GatewayScene, _ keys: MasterKeys?, until delivery: String,
        _ condition: @escaping @Sendable (DeliveryResource) -> Bool
    ) async throws -> Int {
        let store = try await SQLStore.open(
            path: scene.directory.path(), masterKeys: keys, now: scene.clock.now)
        let sender = RecordingSender()
        let gateway = Gateway(store: store, sender: sender, time: scene.clock.timeSource)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await gateway.worker.run() }
            while !condition(try await gateway.delivery(id: delivery)) { await Task.yield() }
            group.cancelAll()
            try await group.waitForAll()
        }
        try await store.close()
        return sender.sent.count
    }

    @Test func `messages of an app whose credential is locked stay queued until the key is back`()
        async throws
    {
        let scene = try await GatewayScene()
        try await scene.register()
        let delivery = try #require(try await scene.post().deliveries.first?.id)
        try await scene.store.close()
        let sent = try await run(scene, .generate(), until: delivery) {
            $0.state == .queued && $0.reason == "credential_locked"
        }
        #expect(sent == 0)
        scene.clock.advance(by: .seconds(3600))
        let later = try await run(scene, nil, until: delivery) { $0.state == .accepted }
        #expect(later == 1)
    }

    /// Runs the services of a gateway, with its campaigns, until a condition holds.
    private func run(
        _ gateway: Gateway, until condition: () async throws -> Bool
    ) async throws {
        let group = ServiceGroup(services: gateway.services, logger: Logger(label: "test"))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            while !(try await condition()) {
                try Task.checkCancellation()
                await Task.yield()
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    @Test func `a campaign with a locked credential states why it waits, and keeps its delivery`()
        async throws
    {
        let directory = try TemporaryDirectory()
        let first = try await makeGateway(directory)
        _ = try await first.registerInstallation(
            id: "i1",
            InstallationRequest(
                app: Self.app, token: try DeviceToken(hex: GatewayScene.tokenHex),
                environment: .sandbox))
        let content = try MessageContent(payloadBytes: Array(#"{"aps":{"alert":"Hi"}}"#.utf8))
        let id = try await first.startCampaign(content).id
        #expect(try await first.campaign(id: id).heldReason == nil)
        try await first.close()
        let (file, aside) = (directory.path("master.key"), directory.path("aside"))
        try FileManager.default.moveItem(atPath: file, toPath: aside)
        for keys in [nil, MasterKeys.generate()] {
            var configuration = Gateway.Configuration(database: directory.path())
            configuration.masterKeys = keys
            let locked = try await Gateway.open(configuration)
            try await run(locked) {
                try await locked.campaign(id: id).totals.retrying == 1
            }
            let campaign = try await locked.campaign(id: id)
            #expect(campaign.state == "sending")
            #expect(campaign.heldReason?.contains("the master key does not open") == true)
            #expect(campaign.heldReason?.contains(Self.app) == true)
            #expect(campaign.reasons.map(\.reason) == ["no_credential"])
            #expect(campaign.totals.rejected == 0)
            #expect(try await locked.decide(.pause, about: id).heldReason == nil)
            #expect(try await locked.decide(.resume, about: id).heldReason != nil)
            try await locked.close()
        }
        try FileManager.default.moveItem(atPath: aside, toPath: file)
        let open = try await Gateway.open(.init(database: directory.path()))
        let campaign = try await open.campaign(id: id)
        #expect(campaign.heldReason == nil)
        #expect(campaign.state == "sending")
        #expect(campaign.totals.retrying == 1)
        try await open.close()
    }
}
