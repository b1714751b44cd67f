// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSProvider
import APNSWire
import Foundation
import GatewayAPI
import GatewayModel
import SQLCore
import SQLiteDriver
import Simulation
import Synchronization
import Testing

@testable import BellhopGateway

/// Single messages: very many at once, and an APNs that rejects many of them.
@Suite(.timeLimit(.minutes(30))) struct DeliveryFaultTests {
    /// A sender whose responses the test determines.
    private final class ScriptedSender: PushSending {
        private let respond: @Sendable (PushRequest) -> PushOutcome

        init(_ respond: @escaping @Sendable (PushRequest) -> PushOutcome) {
            self.respond = respond
        }

        func send(
            _ request: PushRequest, app: AppCredential, in lane: SendingLane
        ) async throws -> PushOutcome {
            respond(request)
        }

        func shutdown() async {}
    }

    private func token(_ number: Int) throws -> DeviceToken {
        let end = [UInt8(number / 256), UInt8(number % 256)]
        return try DeviceToken(bytes: [UInt8](repeating: 3, count: 30) + end)
    }

    /// Registers installations of the user alex.
    private func register(
        _ numbers: Range<Int>, _ store: SQLStore, at time: Date
    ) async throws {
        for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: 500) {
            let registrations = try (start..<min(numbers.upperBound, start + 500)).map { number in
                Registration(
                    installationID: "i\(number)", bundleID: GatewayScene.app,
                    token: try token(number), environment: .sandbox, user: "alex")
            }
            _ = try await store.register(registrations, now: time)
        }
    }

    @Test
    func `behind 1500 deliveries of an app without responses, another app's are sent at once`()
        async throws
    {
        let silent = SilentSender(for: GatewayScene.app)
        let scene = try await GatewayScene(pushing: silent)
        try await register(0..<1500, scene.store, at: scene.clock.now)
        #expect(try await scene.post().deliveryCount == 1500)
        _ = try await scene.gateway.putApp(bundleID: "com.example.other", name: "Other")
        let key = try ProviderKey.generate(keyID: "ABC123DEFH", teamID: "DEF123GHIJ")
        _ = try await scene.gateway.putCredential(
            bundleID: "com.example.other",
            CredentialRequest(p8: key.p8Text, keyID: key.keyID, teamID: key.teamID))
        try await scene.running {
            try await scene.until("the silent app has its share") { silent.waitingCount == 110 }
            let uptime = scene.clock.uptime
            for _ in 0..<20 {
                var options = MessageOptions()
                options.app = "com.example.other"
                options.environment = .production
                let message = try await scene.gateway.post(
                    try MessageContent(text: "hello"),
                    to: .token(try DeviceToken(hex: GatewayScene.tokenHex)), options: options)
                let delivery = try #require(message.deliveries.first)
                let ended = try await scene.wait(for: delivery.id) { $0.state.isTerminal }
                #expect(ended.state == .accepted)
            }
            // The clock has not moved, so nothing had to wait.
            #expect(scene.clock.uptime == uptime)
            #expect(silent.waitingCount == 110)
            silent.respondToAll()
        }
    }

    @Test func `all dead tokens are marked, except those that were registered again since`()
        async throws
    {
        let count = 360
        let clock = VirtualClock()
        // APNs learned an hour ago that every third device had removed the app; every twelfth has
        // installed it again since, with the same token.
        let removed = clock.now.addingTimeInterval(-3600)
        let sender = ScriptedSender { request in
            let number = request.deviceToken.bytes.suffix(2).reduce(0) { $0 * 256 + Int($1) }
            guard number % 3 == 0 else { return .accepted(Acceptance()) }
            return .rejected(
                Rejection(status: 410, reason: .unregistered, timestamp: removed))
        }
        let scene = try await GatewayScene(pushing: sender)
        try await register(0..<count, scene.store, at: removed.addingTimeInterval(-3600))
        for number in stride(from: 0, to: count, by: 12) {
            try await register(number..<number + 1, scene.store, at: scene.clock.now)
        }
        try await scene.running {
            #expect(try await scene.post().deliveryCount == count)
            try await scene.until("all have ended") {
                let queued = try await scene.openCount(in: .queued)
                let sending = try await scene.openCount(in: .sending)
                return queued == 0 && sending == 0
            }
        }
        for number in 0..<count {
            let installation = try await scene.store.installation(id: "i\(number)")
            let state = try #require(installation?.tokens.first).state
            #expect(state == (number % 3 == 0 && number % 12 != 0 ? .dead : .active), "\(number)")
        }
    }

    @Test func `a message to 10,000 devices takes no more statements than one to a hundred`()
        async throws
    {
        let directory = try TemporaryDirectory()
        let now = Date(timeIntervalSince1970: 1_767_225_600)
        let recording = RecordingDatabase(try await SQLiteDatabase.open(path: directory.path()))
        let store = try await SQLStore.open(
            recording, named: "test", clock: .caller, masterKeys: .testing, now: now)
        _ = try await store.putApp(
            bundleID: GatewayScene.app, name: "Example", userProof: nil,
            keys: AppKeys(clientKey: "client", identitySecret: "identity"), now: now)
        var counts: [Int] = []
        for (number, devices) in [0..<100, 100..<10_000].enumerated() {
            try await register(devices, store, at: now)
            _ = recording.takeCount()
            let message = NewMessage(
                id: "m\(number)", target: .user("alex"), bundleID: GatewayScene.app,
                body: Array("{}".utf8), topic: Topic(GatewayScene.app), pushType: .alert,
                priority: .immediate, deadline: now.addingTimeInterval(3600))
            #expect(try await store.accept(message, now: now).outcome == .accepted)
            counts.append(recording.takeCount())
        }
        // The next writer waits for a few statements over sets, and not for one per device.
        #expect(counts[0] == counts[1])
        #expect(counts[0] < 20)
        let deliveries: Int? = try await store.read { db in
            try await db.row("SELECT count(*) FROM delivery")?.value(at: 0)
        }
        #expect(deliveries == 10_100)
        try await store.close()
    }
}
