// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import GatewayTesting
import HTTPTypes
import Simulation
import Testing

@testable import BellhopGateway

/// The number on an app's icon, which the gateway counts for each installation.
@Suite(.timeLimit(.minutes(30))) struct BadgeTests {
    private func message(_ id: String, to user: String, now: Date) throws -> NewMessage {
        let form = try MessageForm(
            JSONReader.read(Array(#"{"body":"Hi","badge":"+1"}"#.utf8)), source: [])
        return try MessageComposer.compose(
            MessageContent(form: form), options: MessageOptions(), to: .user(user),
            bundleID: CampaignInboxScene.app, id: id, idempotency: nil, now: now
        ).message
    }

    private func badges(_ scene: CampaignInboxScene) async throws -> [String: [Int?]] {
        let claimed = try await scene.store.claim(
            owner: "test", limit: 100, leaseUntil: scene.clock.now.addingTimeInterval(60),
            now: scene.clock.now)
        var badges: [String: [Int?]] = [:]
        for delivery in claimed {
            let payload = try Payload(reading: delivery.request.body)
            badges[delivery.messageID, default: []].append(payload.aps?.badge)
            #expect(payload.custom["message_id"]?.stringValue == delivery.messageID)
        }
        return badges
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `each message increases the badge by one, and the newest number is sent`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignInboxScene.run(base) { scene in
            try await scene.register("i3", user: "alex")
            let first = try message("m1", to: "alex", now: scene.clock.now)
            _ = try await scene.store.accept(first, now: scene.clock.now)
            #expect(try await badges(scene) == ["m1": [1, 1]])
            for id in ["m2", "m3"] {
                let next = try message(id, to: "alex", now: scene.clock.now)
                _ = try await scene.store.accept(next, now: scene.clock.now)
            }
            #expect(try await badges(scene) == ["m2": [3, 3], "m3": [3, 3]])
            #expect(try await scene.store.installation(id: "i1")?.badge == 3)
            #expect(try await scene.store.installation(id: "i2")?.badge == 0)
            let shown = try Payload(reading: try await scene.page("i1").messages[0].body)
            #expect(shown.aps?.badge == 3)
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `30 messages at the same time increase the badge by 30`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignInboxScene.run(base) { scene in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<30 {
                    group.addTask {
                        let next = try message("m\(number)", to: "alex", now: scene.clock.now)
                        _ = try await scene.store.accept(next, now: scene.clock.now)
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await scene.store.installation(id: "i1")?.badge == 30)
        }
    }

    @Test func `a server and the app can set the badge`() async throws {
        try await DeviceScene.run { device in
            _ = try await device.register()
            let (http, path) = (device.http, "/v1/installations/\(device.id)")
            let posted = try await http.ask(
                .post, path + "/messages", #"{"body":"Hi","badge":"auto"}"#)
            #expect(posted.status == 202, "\(posted.text)")
            let one = try await http.ask(.get, path).decode(InstallationResource.self)
            #expect(one.badge == 1)
            let set = try await http.ask(.put, path + "/badge", #"{"badge":7}"#)
            #expect(try set.decode(InstallationResource.self).badge == 7)
            #expect(try Payload(reading: try await payload(http)).aps?.badge == 7)
            var registration = try DeviceScene.registration()
            registration.badge = 0
            #expect(try await device.register(registration).status == 200)
            let reset = try await http.ask(.get, path).decode(InstallationResource.self)
            #expect(reset.badge == nil)
            registration.badge = nil
            _ = try await http.ask(.put, path + "/badge", #"{"badge":7}"#)
            #expect(try await device.register(registration).status == 200)
            let kept = try await http.ask(.get, path).decode(InstallationResource.self)
            #expect(kept.badge == 7)
        }
    }

    private func payload(_ http: HTTPScene) async throws -> [UInt8] {
        let now = http.scene.clock.now
        let claimed = try await http.scene.store.claim(
            owner: "test", limit: 100, leaseUntil: now.addingTimeInterval(60), now: now)
        return try #require(claimed.last).request.body
    }

    @Test(arguments: [
        (#"{"body":"Hi","badge":"+2"}"#, "+1"), (#"{"body":"Hi","badge":-1}"#, "negative"),
    ])
    func `a wrong badge is refused with an error code and an explanation`(
        body: String, text: String
    ) async throws {
        try await HTTPScene.run { http in
            try await http.scene.register()
            let problem = try await http.ask(.post, "/v1/users/alex/messages", body).problem()
            #expect(problem.code == "bad_value")
            #expect(problem.detail.contains(text), "\(problem.detail)")
        }
    }

    @Test func `a campaign that counts badges is refused`() async throws {
        let directory = try TemporaryDirectory()
        let gateway = try await Gateway.open(.init(database: directory.path()))
        _ = try await gateway.putApp(bundleID: "com.example.app", name: "Example")
        let error = await #expect(throws: Problem.self) {
            try await gateway.startCampaign(
                try MessageContent(
                    contentType: nil, body: Array(#"{"body":"Hi","badge":"+1"}"#.utf8)))
        }
        #expect(error?.code == "no_credential" || error?.code == "bad_value")
        try await gateway.close()
    }
}
