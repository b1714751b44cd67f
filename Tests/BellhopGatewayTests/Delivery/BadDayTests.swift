// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSProvider
import APNSWire
import Foundation
import GatewayAPI
import Logging
import SQLCore
import Simulation
import Synchronization
import Testing

@testable import BellhopGateway

/// What the gateway does when APNs, its database, its clock or a key is not as it should be.
@Suite(.timeLimit(.minutes(30))) struct BadDayTests {
    private let log = CapturingLogHandler()
    private var logger: Logger {
        let log = log
        return Logger(label: "test") { _ in log }
    }

    private static let refusal = PushOutcome.rejected(
        Rejection(status: 403, reason: .invalidProviderToken))
    private static let accepted = PushOutcome.accepted(Acceptance())

    private func credential(_ keyID: String) throws -> CredentialRequest {
        let key = try ProviderKey.generate(keyID: keyID, teamID: "DEF123GHIJ")
        return CredentialRequest(p8: key.p8Text, keyID: key.keyID, teamID: key.teamID)
    }

    private func token(_ number: Int) -> String {
        String(repeating: "cd", count: 31) + String(format: "%02x", number)
    }

    // MARK: Shares

    @Test func `an app that gets no response from APNs does not delay another app's messages`()
        async throws
    {
        let silent = SilentSender(for: GatewayScene.app)
        let scene = try await GatewayScene(pushing: silent)
        for number in 0..<200 {
            try await scene.register("i\(number)", token: token(number))
        }
        try await scene.post()
        _ = try await scene.gateway.putApp(bundleID: "com.example.other", name: "Other")
        _ = try await scene.gateway.putCredential(
            bundleID: "com.example.other", try credential("ABC123DEFH"))
        try await scene.running {
            try await scene.until("the silent app has its share") {
                silent.waitingCount >= 110
            }
            var options = MessageOptions()
            options.app = "com.example.other"
            options.environment = .production
            let message = try await scene.gateway.post(
                try MessageContent(text: "hello"),
                to: .token(try DeviceToken(hex: GatewayScene.tokenHex)), options: options)
            let delivery = try #require(message.deliveries.first)
            let ended = try await scene.wait(for: delivery.id) { $0.state.isTerminal }
            #expect(ended.state == .accepted)
            #expect(silent.waitingCount == 110, "half of the places that are not reserved")
            silent.respondToAll()
        }
    }

    // MARK: Credentials

    @Test func `with a wrong key, no message is rejected, and with the right key, all are sent`()
        async throws
    {
        let sender = RecordingSender([.success(Self.refusal)])
        let scene = try await GatewayScene(sender: sender, logger: logger)
        try await scene.register()
        try await scene.running {
            var ids: [String] = []
            for number in 0..<12 {
                ids.append(try #require(try await scene.post("\(number)").deliveries.first?.id))
            }
            try await scene.until("the app is on hold") {
                await scene.gateway.health().sending == .held
            }
            let first = try await scene.wait(for: ids[0]) { $0.state == .queued && $0.attempts > 0 }
            #expect(first.reason == "InvalidProviderToken")
            #expect(first.status == 403)
            let app = try await scene.gateway.app(bundleID: GatewayScene.app)
            #expect(
                app.refused == [
                    RefusedCredential(
                        transport: .apns, environment: .sandbox, reason: "InvalidProviderToken")
                ])
            #expect(log.lines.count { $0.contains("APNs refuses the app's key") } == 1)
            sender.respond(with: Self.accepted)
            _ = try await scene.gateway.putCredential(
                bundleID: GatewayScene.app, try credential("ABC123DEFH"))
            for id in ids {
                try await scene.advance(by: .seconds(61))
                let ended = try await scene.wait(for: id) { $0.state.isTerminal }
                #expect(ended.state == .accepted, "\(ended.reason ?? "")")
            }
            try await scene.until("the gateway is healthy") {
                await scene.gateway.health().status == .ok
            }
            #expect(try await scene.gateway.app(bundleID: GatewayScene.app).refused == nil)
        }
    }

    @Test func `while an app is on hold, one delivery a minute tries the key`() async throws {
        let sender = RecordingSender([.success(Self.refusal)])
        let scene = try await GatewayScene(sender: sender)
        try await scene.register()
        for number in 0..<40 { try await scene.post("\(number)") }
        try await scene.running {
            // All are in flight before the first refusal is seen.
            try await scene.until("all were refused") {
                let sendingCount = try await scene.openCount(in: .sending)
                return sendingCount == 0 && sender.sent.count >= 40
            }
            // Time advances until this happens, however long the worker needs for a turn.
            try await scene.until("three more were refused") {
                let sendingCount = try await scene.openCount(in: .sending)
                if sendingCount == 0, sender.sent.count >= 43 { return true }
                if scene.clock.sleeperCount > 0 { scene.clock.advance(by: .seconds(1)) }
                return false
            }
            let minutes = Int(scene.clock.uptime.components.seconds) / 60
            #expect(minutes >= 3 && sender.sent.count <= 40 + minutes, "\(sender.sent.count)")
        }
    }

    // MARK: Rows

    @Test(arguments: [
        "UPDATE message SET collapse_id = ' order' WHERE id = ",
        "UPDATE message SET priority = 7 WHERE id = ",
        "UPDATE message SET expiration = 'soon' WHERE id = ",
        "UPDATE message SET expiration = 1e300 WHERE id = ",
        "UPDATE message SET deadline = 9223372036854775807 WHERE id = ",
        "UPDATE message SET push_type = 'shout' WHERE id = ",
        "UPDATE endpoint SET address = 'xyz' WHERE 'x' <> ",
        "UPDATE endpoint SET registered_at = 1e300 WHERE 'x' <> ",
        "UPDATE delivery SET lane = 'nowhere' FROM message m WHERE m.no = message AND m.id = ",
    ])
    func `a row that cannot be read is set aside, and the others are sent`(_ damage: String)
        async throws
    {
        let scene = try await GatewayScene(logger: logger)
        try await scene.register()
        let bad = try await scene.post("bad")
        let badID = try #require(bad.deliveries.first?.id)
        try await scene.store.write { db in
            _ = try await db.run("\(text: damage)\(bad.id)")
        }
        try await scene.register("i2", token: token(1), user: "bo")
        try await scene.running {
            let good = try await scene.gateway.post(
                try MessageContent(text: "good"), to: .user("bo"))
            let ended = try await scene.wait(for: try #require(good.deliveries.first).id) {
                $0.state.isTerminal
            }
            #expect(ended.state == .accepted)
            try await scene.until("the row is set aside") {
                try await scene.state(of: badID) == "suppressed row_unreadable"
            }
        }
        #expect(scene.sender.sent.count == 1)
        let lines = log.lines.filter { $0.contains("cannot be read") }
        #expect(lines.count == 1)
        #expect(lines.first?.contains(badID) == true)
    }

    @Test func `a credential that cannot be read is logged, and its app's messages stay queued`()
        async throws
    {
        let scene = try await GatewayScene(logger: logger)
        try await scene.register()
        try await scene.store.write { db in
            _ = try await db.run("UPDATE credential SET p8 = x'ff00'")
        }
        try await scene.running {
            let delivery = try #require(try await scene.post().deliveries.first)
            let waiting = try await scene.wait(for: delivery.id) {
                $0.state == .queued && $0.attempts > 0
            }
            #expect(waiting.reason == "no_credential")
        }
        #expect(log.lines.contains { $0.contains("cannot be read") && $0.contains("credential") })
    }

    @Test func `one decision that cannot be stored does not undo the others`() async throws {
        let scene = try await GatewayScene()
        try await scene.register("i1", token: token(1))
        try await scene.register("i2", token: token(2), user: "bo")
        _ = try await scene.post("one")
        _ = try await scene.gateway.post(try MessageContent(text: "two"), to: .user("bo"))
        let now = scene.clock.now
        let claim = try await scene.store.claim(
            ClaimRequest(
                owner: "test", room: .undivided(10), leaseUntil: now.addingTimeInterval(60),
                now: now))
        #expect(claim.deliveries.count == 2)
        #expect(claim.credentials.keys.sorted() == [GatewayScene.app])
        // The token of the first installation is replaced by one that cannot be read.
        try await scene.register("i1", token: token(3))
        try await scene.store.write { [hex = token(3)] db in
            let address = Hex.decode(hex) ?? []
            _ = try await db.run("UPDATE endpoint SET address = 'xyz' WHERE address = \(address)")
        }
        let records = claim.deliveries.map { delivery in
            DeliveryRecord(
                id: delivery.id, fence: delivery.fence,
                decision: DeliveryDecision(
                    .retry(at: now.addingTimeInterval(1), reason: "no_answer", status: nil)))
        }
        let result = try await scene.store.record(records, now: now)
        #expect(result.count == 1)
        #expect(result.unreadable.count == 1)
        var states: [String] = []
        for record in records { states.append(try await scene.state(of: record.id.text)) }
        #expect(states.sorted() == ["queued no_answer", "suppressed row_unreadable"])
    }

    // MARK: Clock

    @Test func `a retry is still made after the clock is set back by an hour`() async throws {
        let sender = RecordingSender([
            .success(
                .unknown(
                    UnknownOutcome(
                        code: .deadline, mayHaveBeenProcessed: true, cause: "no response"))
            ),
            .success(Self.accepted),
        ])
        let scene = try await GatewayScene(sender: sender)
        try await scene.register()
        try await scene.running {
            let delivery = try #require(try await scene.post().deliveries.first)
            _ = try await scene.wait(for: delivery.id) { $0.state == .queued && $0.attempts == 1 }
            scene.clock.jump(to: scene.clock.now.addingTimeInterval(-3600))
            // Tasks that sleep on the virtual clock wait for a wall time, so none of them wakes up.
            scene.gateway.worker.wake()
            let ended = try await scene.wait(for: delivery.id) { $0.state.isTerminal }
            #expect(ended.state == .accepted)
        }
    }

    // MARK: Health

    @Test func `a gateway without storage is not ready, says so in the log, and recovers`()
        async throws
    {
        let scene = try await GatewayScene(logger: logger)
        #expect(await scene.gateway.health().worker == .starting)
        #expect(scene.gateway.isAlive)
        try await scene.running {
            try await scene.until("the worker runs") {
                await scene.gateway.health().status == .ok
            }
            try await scene.store.write { db in
                try await db.run("ALTER TABLE delivery RENAME TO gone")
                try await db.run("ALTER TABLE app RENAME TO app_gone")
            }
            try await scene.advance(by: .seconds(2))
            try await scene.until("the failure shows") {
                let health = await scene.gateway.health()
                return health.store == .failing && !health.isReady
            }
            let lines = log.lines.filter { $0.contains("the storage failed") }
            #expect(lines.count == 1, "\(lines)")
            try await scene.store.write { db in
                try await db.run("ALTER TABLE gone RENAME TO delivery")
                try await db.run("ALTER TABLE app_gone RENAME TO app")
            }
            try await scene.advance(by: .seconds(31))
            try await scene.until("it works again") { await scene.gateway.health().isReady }
        }
        #expect(!scene.gateway.isAlive, "the worker has ended")
        #expect(await scene.gateway.health().status == .down)
    }

    /// A gateway whose storage refuses to store that a message was accepted.
    private func sceneThatStoresNoOutcome() async throws -> GatewayScene {
        let scene = try await GatewayScene(logger: logger)
        try await scene.register()
        _ = try await scene.store.write { db in
            try await db.run(
                """
                CREATE TRIGGER refuse BEFORE UPDATE ON delivery WHEN NEW.state = 'accepted'
                BEGIN SELECT RAISE(ABORT, 'refused'); END
                """)
        }
        return scene
    }

    @Test
    func `an outcome that cannot be stored at first is stored later, and nothing is sent twice`()
        async throws
    {
        let scene = try await sceneThatStoresNoOutcome()
        try await scene.running {
            let delivery = try #require(try await scene.post().deliveries.first)
            try await scene.until("storing fails") {
                log.lines.contains { $0.contains("the outcomes of 1 delivery are not stored") }
            }
            // The lease of 30 seconds ends meanwhile.
            for _ in 0..<40 { try await scene.advance(by: .seconds(1)) }
            #expect(scene.sender.sent.count == 1)
            _ = try await scene.store.write { db in try await db.run("DROP TRIGGER refuse") }
            try await scene.advance(by: .seconds(2))
            let ended = try await scene.wait(for: delivery.id) { $0.state.isTerminal }
            #expect(ended.state == .accepted)
            #expect(ended.attempts == 1)
        }
        #expect(scene.sender.sent.count == 1)
    }

    @Test func `a gateway ends although an outcome cannot be stored`() async throws {
        let scene = try await sceneThatStoresNoOutcome()
        try await scene.running {
            try await scene.post()
            try await scene.until("storing fails") {
                log.lines.contains { $0.contains("the outcomes of 1 delivery are not stored") }
            }
        }
        #expect(!scene.gateway.isAlive, "the worker has ended")
    }

    @Test func `if APNs cannot be reached for many messages, the log states the cause once`()
        async throws
    {
        let silence = PushOutcome.unknown(
            UnknownOutcome(
                code: .connectionRefused, mayHaveBeenProcessed: false, cause: "connection refused"))
        let scene = try await GatewayScene(sender: RecordingSender(silence), logger: logger)
        try await scene.register()
        try await scene.running {
            for number in 0..<20 { try await scene.post("\(number)") }
            try await scene.until("it is reported") {
                await scene.gateway.health().sending == .failing
            }
            #expect(await scene.gateway.health().status == .degraded)
            #expect(await scene.gateway.health().isReady)
        }
        let lines = log.lines.filter { $0.contains("APNs does not respond") }
        #expect(lines.count == 1)
        #expect(lines.first?.contains("connection refused") == true)
    }

    @Test func `the warning about the first message that cannot be sent contains the cause`()
        async throws
    {
        let refused = PushOutcome.unknown(
            UnknownOutcome(
                code: .connectionRefused, mayHaveBeenProcessed: false, cause: "connection refused"))
        let scene = try await GatewayScene(sender: RecordingSender(refused), logger: logger)
        try await scene.register()
        try await scene.running {
            let delivery = try #require(try await scene.post().deliveries.first)
            _ = try await scene.wait(for: delivery.id) { $0.attempts == 1 }
            try await scene.until("it is logged") {
                log.lines.contains { $0.contains("APNs does not respond") }
            }
        }
        let line = try #require(log.lines.first { $0.contains("APNs does not respond") })
        #expect(line.contains("warning"))
        #expect(line.contains("connection refused"))
        #expect(line.contains(GatewayScene.app))
        #expect(!line.contains(GatewayScene.tokenHex))
    }
}
