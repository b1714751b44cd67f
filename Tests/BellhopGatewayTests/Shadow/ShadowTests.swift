// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import Foundation
import GatewayAPI
import GatewayModel
import HTTPTypes
import SQLCore
import Simulation
import Testing

@testable import BellhopGateway

/// Apps in shadow mode on both databases: everything is decided, and nothing is sent.
@Suite(.timeLimit(.minutes(30))) struct ShadowTests {
    private static let path = "/v1/apps/\(CampaignScene.app)"
    /// A token that `CampaignScene.register` registers.
    private static let known = Array("a token of 0 ".utf8)

    private func set(_ isOn: Bool, _ scene: CampaignScene) async throws {
        let app = try await scene.ask(.put, Self.path, #"{"name":"Example","shadow":\#(isOn)}"#)
            .decode(AppResource.self)
        #expect(app.shadow == isOn)
    }

    private func report(_ scene: CampaignScene) async throws -> ShadowReport {
        try await scene.ask(.get, Self.path + "/shadow").decode(ShadowReport.self)
    }

    /// Sends a notification as the existing sender does.
    private func send(
        _ scene: CampaignScene, to token: [UInt8] = known,
        _ payload: String = #"{"aps":{"alert":"Dinner is ready"}}"#,
        id: APNSID? = nil, refusal: RejectionReason.Refusal? = nil
    ) async throws -> APNSID {
        let push = PushRequest(
            deviceToken: try DeviceToken(bytes: token), body: Array(payload.utf8),
            topic: Topic(CampaignScene.app), pushType: .alert, id: id)
        let content: Result<PushRequest, RejectionReason.Refusal> =
            if let refusal { .failure(refusal) } else { .success(push) }
        return try await scene.gateway.accept(
            SenderRequest(
                authorization: "bearer \(scene.key)", topic: Topic(CampaignScene.app),
                environment: .sandbox, content: content))
    }

    /// Runs the worker during a body.
    private func working(_ scene: CampaignScene, _ body: () async throws -> Void) async throws {
        let worker = Task { try await scene.gateway.worker.run() }
        defer { worker.cancel() }
        try await body()
        worker.cancel()
        _ = await worker.result
    }

    /// Waits until the worker has no delivery left that will be due.
    private func idle(_ scene: CampaignScene) async throws {
        let store = try #require(scene.gateway.store as? SQLStore)
        while !Task.isCancelled {
            let row = try await store.read { db in
                try await db.row("SELECT count(*) AS n FROM delivery WHERE due_at IS NOT NULL")
            }
            if try row?.value("n") == 0 as Int64 { break }
            await Task.yield()
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `nothing is sent, and the report states what would be sent and what differs`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignScene.run(base) { scene in
            try await scene.register(["Europe/Berlin", nil])
            try await set(true, scene)
            let first = try await send(scene)
            let stranger = try await send(scene, to: Array("a token of nobody".utf8))
            // Badges are numbers; the phone ignores a text.
            let wrong = try await send(scene, #"{"aps":{"alert":"Hi","badge":"3"}}"#)
            await #expect(throws: SenderRefusal.self) {
                try await send(
                    scene, refusal: .init(.payloadTooLarge, because: "it has 5000 bytes"))
            }
            #expect(try await scene.ask(.delete, "/v1/installations/i1").status == 204)
            let gone = try #require(APNSID("7a33e6f2-0b4c-4b57-9f0c-2d1e5b9a8c11"))
            await #expect(throws: SenderRefusal.self) {
                try await send(scene, to: Array("a token of 1 ".utf8), id: gone)
            }
            #expect(
                try await scene.ask(
                    .post, "/v1/installations/i0/messages", #"{"title":"Hello"}"#
                ).status == 202)
            try await working(scene) { try await idle(scene) }
            #expect(scene.sender.sent.isEmpty)
            for id in [first, stranger, wrong] {
                let delivery = try await scene.ask(.get, "/v1/deliveries/\(id.text)")
                    .decode(DeliveryResource.self)
                #expect(delivery.state == .suppressed)
                #expect(delivery.reason == "shadow")
            }
            let report = try await report(scene)
            #expect(report.shadow)
            #expect(report.requests == 6)
            #expect(report.wouldSend == 4)
            #expect(!report.isIncomplete)
            let found = Dictionary(grouping: report.differences) { "\($0.kind) \($0.reason)" }
                .mapValues { $0.map(\.count) }
            #expect(
                found == [
                    "refused PayloadTooLarge": [1], "refused Unregistered": [1],
                    "remark unknown_token": [1], "remark wrong-type": [1],
                ])
            let refused = report.differences.first { $0.reason == "Unregistered" }
            #expect(refused?.examples.map(\.apnsID) == [gone.text])
            let remark = report.differences.first { $0.reason == "wrong-type" }
            #expect(remark?.examples.map(\.detail) == ["aps.badge"])
            #expect(remark?.meaning.isEmpty == false)
            let page = try await scene.gateway.store.inbox(
                installationID: "i0", after: nil, limit: 10, now: scene.clock.now)
            #expect(page?.messages.isEmpty == true)
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `messages queued before shadow mode are not sent, and messages after it are`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignScene.run(base) { scene in
            try await scene.register(["Europe/Berlin"])
            let before = try await send(scene)
            try await set(true, scene)
            try await working(scene) {
                try await idle(scene)
                #expect(scene.sender.sent.isEmpty)
                try await set(false, scene)
                _ = try await send(scene)
                try await idle(scene)
                #expect(scene.sender.sent.count == 1)
                try await set(true, scene)
            }
            let delivery = try await scene.ask(.get, "/v1/deliveries/\(before.text)")
                .decode(DeliveryResource.self)
            #expect(delivery.reason == "shadow")
            let body = String(
                decoding: try GatewayJSON.encode([
                    "app": CampaignScene.app, "token": DeviceToken(bytes: Self.known).hex,
                    "environment": "sandbox", "payload": #"{"aps":{"alert":"Hi"}}"#,
                ]), as: UTF8.self)
            let push = try await scene.ask(.post, "/v1/test-pushes", body)
            #expect(try push.problem().code == "app_in_shadow", "\(push.text)")
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `a message to a user who denied notifications is reported as suppressed`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignScene.run(base) { scene in
            try await scene.register(["Europe/Berlin"])
            try await set(true, scene)
            let store = try #require(scene.gateway.store as? SQLStore)
            let denied = PermissionSnapshot(authorization: .denied)
            try await store.write { db in
                _ = try await db.run(
                    """
                    UPDATE installation SET permission = '{"authorization":"denied"}',
                        permission_bits = \(PermissionBits(denied, nil).value)
                    """)
            }
            #expect(
                try await scene.ask(
                    .post, "/v1/installations/i0/messages", #"{"title":"Hello"}"#
                ).status == 202)
            let report = try await report(scene)
            #expect(report.requests == 1)
            #expect(report.wouldSend == 0)
            let difference = try #require(report.differences.first)
            #expect(difference.kind == .suppressed)
            #expect(difference.reason == "no_consent")
            #expect(difference.count == 1)
            #expect(difference.examples.count == 1)
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `a difference has a limited number of examples, and is removed after its time`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignScene.run(base) { scene in
            try await set(true, scene)
            for number in 0..<7 {
                _ = try await send(scene, to: Array("a stranger's token \(number)".utf8))
            }
            let remark = try #require(try await report(scene).differences.first)
            #expect(remark.count == 7)
            #expect(remark.examples.count == SQLShadow.examplesMax)
            let store = try #require(scene.gateway.store as? SQLStore)
            #expect(try await store.dump()["shadow_finding"]?.count == 7)
            scene.clock.advance(by: .seconds(31 * 24 * 3600))
            while try await store.purge(Retention(), now: scene.clock.now).hasMore {}
            #expect(try await store.dump()["shadow_finding"] == [])
            #expect(try await report(scene).requests == 0)
        }
    }

    @Test func `an app in shadow mode needs no APNs credential`() async throws {
        try await CampaignScene.run { scene in
            let bundleID = "com.example.new"
            _ = try await scene.ask(.put, "/v1/apps/\(bundleID)", #"{"name":"N","shadow":true}"#)
            let push = PushRequest(
                deviceToken: try DeviceToken(bytes: Self.known),
                body: Array(#"{"aps":{"alert":"Hi"}}"#.utf8), topic: Topic(bundleID),
                pushType: .alert)
            let request = SenderRequest(
                authorization: "bearer \(scene.key)", topic: Topic(bundleID),
                environment: .production, content: .success(push))
            _ = try await scene.gateway.accept(request)
            let report = try await scene.ask(.get, "/v1/apps/\(bundleID)/shadow")
                .decode(ShadowReport.self)
            #expect(report.wouldSend == 1)
            let other = try await scene.keyOfOtherApp()
            #expect(
                try await scene.ask(.get, "/v1/apps/\(bundleID)/shadow", key: other).status == 403)
        }
    }
}
