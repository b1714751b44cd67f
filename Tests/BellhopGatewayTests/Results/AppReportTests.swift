// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import SQLCore
import Simulation
import Testing

@testable import BellhopGateway

/// Reports about the tokens and permissions of an app.
@Suite(.timeLimit(.minutes(30))) struct AppReportTests {
    private func token(_ text: String) throws -> DeviceToken {
        try DeviceToken(bytes: Array(text.utf8))
    }

    private func register(
        _ scene: CampaignInboxScene, _ id: String, token text: String, ended: [TokenName] = [],
        permission: PermissionSnapshot.Authorization? = nil, asks: PermissionAsks? = nil,
        badge: Int? = nil
    ) async throws {
        let report = DeviceReport(
            installationID: id, secretHash: [1],
            registration: DeviceRegistration(
                app: CampaignInboxScene.app, environment: .sandbox,
                permission: permission.map { PermissionSnapshot(authorization: $0) }, asks: asks,
                badge: badge,
                tokens: text.isEmpty
                    ? [] : [TokenRegistration(TokenName(.app), try token(text))],
                ended: ended))
        guard case .registered = try await scene.store.register(report, now: scene.clock.now)
        else { throw NotRegistered() }
    }

    private struct NotRegistered: Error {}

    private func gateway(_ scene: CampaignInboxScene) -> Gateway {
        Gateway(
            store: scene.store, sender: RecordingSender(), time: scene.clock.timeSource)
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `tokens are counted by the cause of their end`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignInboxScene.run(base) { scene in
            for number in 1...4 {
                try await register(scene, "x\(number)", token: "token no \(number)")
            }
            scene.clock.advance(by: .seconds(10))
            try await register(scene, "x1", token: "a newer token")
            try await register(scene, "x2", token: "", ended: [TokenName(.app)])
            #expect(try await scene.store.deleteInstallation(id: "x3", now: scene.clock.now))
            // APNs' verdict counts only against older registrations.
            scene.clock.advance(by: .seconds(1))
            let now = scene.clock.now.storedMilliseconds
            try await scene.store.write { db in
                let numbers: [Int64] = try await db.rows(
                    "SELECT no FROM endpoint WHERE installation IS NOT NULL ORDER BY no DESC"
                ).firstColumn()
                _ = try await db.rows(
                    SQLVerdicts.dead([(numbers[0], "Unregistered", now)], now: now))
                try await db.run(
                    SQLVerdicts.suspect([(numbers[1], "BadDeviceToken")], now: now))
            }
            let report = try await gateway(scene).deadTokens(of: CampaignInboxScene.app)
            #expect(
                Dictionary(uniqueKeysWithValues: report.ended.map { ($0.cause, $0.count) }) == [
                    "Unregistered": 1, "replaced": 1, "token_ended": 1,
                    "installation_deleted": 1,
                ])
            #expect(report.suspect.map(\.cause) == ["BadDeviceToken"])
            #expect(report.days.map { $0.causes.values.reduce(0, +) } == [4])
            #expect(report.ended.allSatisfy { !$0.meaning.isEmpty && $0.environment == .sandbox })
            #expect(!report.isIncomplete)
            let later = try await gateway(scene).deadTokens(
                of: CampaignInboxScene.app, since: scene.clock.now.addingTimeInterval(1))
            #expect(later.ended.isEmpty)
            let error = await #expect(throws: Problem.self) {
                try await gateway(scene).deadTokens(of: "com.example.none")
            }
            #expect(error?.code == "app_not_found")
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `the permission funnel counts each step that an installation has passed`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignInboxScene.run(base) { scene in
            let asks = PermissionAsks(explained: 2, declined: 1, prompted: 1)
            try await register(scene, "x1", token: "token no 1", permission: .provisional)
            try await register(scene, "x1", token: "token no 1", permission: .authorized)
            try await register(scene, "x2", token: "token no 2", permission: .provisional)
            try await register(scene, "x2", token: "token no 2", permission: .denied, asks: asks)
            try await register(scene, "x2", token: "token no 2", permission: .denied)
            try await register(
                scene, "x3", token: "token no 3", permission: .notDetermined,
                asks: PermissionAsks(explained: 1, declined: 1))
            try await register(scene, "x4", token: "token no 4")
            let funnel = try await gateway(scene).permissionFunnel(of: CampaignInboxScene.app)
            // The number includes i1 and i2, which servers have registered.
            #expect(funnel.installations == 6)
            let counts = Dictionary(
                uniqueKeysWithValues: funnel.steps.map { ($0.step, $0.count) })
            #expect(
                counts == [
                    .reporting: 3, .softAsked: 2, .softDeclined: 2, .asked: 2, .granted: 1,
                    .denied: 1, .provisional: 2, .provisionalKept: 1, .provisionalEnded: 1,
                    .notAsked: 1,
                ])
            #expect(funnel.steps.allSatisfy { !$0.meaning.isEmpty })
        }
    }

    @Test(arguments: PermissionSnapshot.Authorization.allCases)
    func `permission bits give the reported state, also when all kept bits are set`(
        state: PermissionSnapshot.Authorization
    ) {
        let bits = PermissionBits(PermissionSnapshot(authorization: state), nil)
        #expect(bits.authorization == state)
        #expect(PermissionBits(value: bits.value | PermissionBits.kept).authorization == state)
        #expect(PermissionBits(nil, nil).authorization == nil)
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `a person who has denied notifications gets no alert, unless the app's settings allow it`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignInboxScene.run(base) { scene in
            try await register(scene, "x1", token: "token no 1", permission: .denied)
            func states(
                _ id: String, _ type: PushType = .alert
            ) async throws -> [String] {
                var message = NewMessage(
                    id: id, target: .installation("x1"), bundleID: CampaignInboxScene.app,
                    body: Array(#"{"aps":{"alert":"Hi"}}"#.utf8),
                    topic: Topic(CampaignInboxScene.app), pushType: type, priority: .immediate,
                    deadline: scene.clock.now.addingTimeInterval(3600))
                message.tokens = TokenChoice(type)
                #expect(
                    try await scene.store.accept(message, now: scene.clock.now).outcome == .accepted
                )
                return try await scene.store.deliveries(messageID: id, after: nil, limit: 9).map {
                    "\($0.state.rawValue) \($0.reason ?? "")"
                }
            }
            #expect(try await states("m1") == ["suppressed no_consent"])
            #expect(try await states("m2", .background) == ["queued "])
            let settings = AppSettings(denied: .send)
            let app = try await scene.store.change(settings, ofApp: CampaignInboxScene.app)
            #expect(app?.denied == .send)
            #expect(try await states("m3") == ["queued "])
            #expect(try await scene.inbox("x1") == ["m1", "m2", "m3"])
        }
    }
}
