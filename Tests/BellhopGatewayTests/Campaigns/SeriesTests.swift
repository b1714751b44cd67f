// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import GatewayModel
import HTTPTypes
import Simulation
import Testing

@testable import BellhopGateway

/// Repeated campaigns, and messages that events send.
@Suite(.timeLimit(.minutes(30))) struct SeriesTests {
    private func series(_ scene: CampaignScene) async throws -> SeriesResource? {
        try await scene.ask(.get, "/v1/series").decode(SeriesList.self).series.first
    }

    private func campaigns(_ scene: CampaignScene) async throws -> [String] {
        let list = try await scene.ask(.get, "/v1/campaigns").decode(CampaignList.self)
        var times: [String] = []
        for one in list.campaigns {
            let campaign = try await scene.ask(.get, "/v1/campaigns/\(one.id)").campaign()
            times.append(campaign.settings?.localTime?.time ?? "none")
        }
        return times.reversed()
    }

    @Test func `each occurrence is one campaign, however many gateways look`() async throws {
        try await CampaignScene.run { scene in
            try await scene.register(["Europe/Berlin"])
            let first = scene.wallTime(inHours: 48)
            let second = scene.wallTime(inHours: 72)
            let created = try await scene.ask(
                .post, "/v1/series",
                #"{"every":"daily","until":"\#(second)","campaign":{"audience":"all","#
                    + #""local_time":"\#(first)","message":{"title":"Good morning"}}}"#
            ).decode(SeriesResource.self)
            #expect(created.next == first)
            try await scene.gateway.planCampaigns()
            #expect(try await campaigns(scene).isEmpty)
            scene.clock.advance(by: .seconds(34 * 3600))
            // Both see the same series before one of them acts.
            let store = try scene.gateway.requireCampaigns()
            let due = try #require(try await store.store.dueSeries(limit: 5).first)
            try await scene.gateway.createOccurrence(of: due, store)
            try await scene.gateway.createOccurrence(of: due, store)
            try await scene.gateway.planCampaigns()
            #expect(try await campaigns(scene) == [first])
            #expect(try await series(scene)?.next == second)
            scene.clock.advance(by: .seconds(24 * 3600))
            try await scene.gateway.planCampaigns()
            #expect(try await campaigns(scene) == [first, second])
            #expect(try await series(scene)?.next == nil)
            let path = "/v1/series/\(created.id)"
            #expect(try await scene.ask(.delete, path).status == 204)
            #expect(try await scene.ask(.delete, path).status == 404)
        }
    }

    @Test func `an event sends the message of its trigger once`() async throws {
        try await CampaignScene.run { scene in
            _ = try await scene.gateway.registerInstallation(
                id: "i1",
                InstallationRequest(
                    app: CampaignScene.app,
                    token: try DeviceToken(bytes: Array(repeating: 7, count: 32)),
                    environment: .sandbox, user: "alex"))
            let trigger = try await scene.ask(
                .post, "/v1/triggers",
                #"{"event":"order_shipped","message":{"title":"Order {{order}} is on its way"}}"#
            ).decode(TriggerResource.self)
            func report(_ id: String, user: String = "alex") async throws -> EventReport {
                try await scene.ask(
                    .post, "/v1/events",
                    #"{"id":"\#(id)","name":"order_shipped","user":"\#(user)","#
                        + #""properties":{"order":42}}"#
                ).decode(EventReport.self)
            }
            let first = try await report("e1")
            #expect(first.messages.map(\.trigger) == [trigger.id])
            #expect(try await report("e1") == first)
            let second = try await report("e2")
            #expect(second.messages != first.messages)
            #expect(try await report("e3", user: "nobody").messages.first?.message == nil)
            let missing = try await scene.ask(
                .post, "/v1/events", #"{"id":"e4","name":"order_shipped","user":"alex"}"#
            ).problem()
            #expect(missing.keyPath == "properties")
            let other = try await scene.ask(
                .post, "/v1/events", #"{"id":"e5","name":"other","user":"alex"}"#
            ).decode(EventReport.self)
            #expect(other.messages.isEmpty)
            #expect(
                try await scene.ask(.delete, "/v1/triggers/\(trigger.id)").status == 204)
            #expect(try await report("e6").messages.isEmpty)
        }
    }

    @Test(arguments: [
        #"{"every":"yearly","campaign":{"audience":"all","message":{"title":"A"}}}"#,
        #"{"every":"daily","campaign":{"audience":"all","message":{"title":"A"}}}"#,
        #"{"every":"daily","campaign":7}"#,
    ])
    func `a series that cannot be repeated is refused`(body: String) async throws {
        try await CampaignScene.run { scene in
            let answer = try await scene.ask(.post, "/v1/series", body)
            #expect(answer.status == 422, "\(answer.text)")
        }
    }
}
