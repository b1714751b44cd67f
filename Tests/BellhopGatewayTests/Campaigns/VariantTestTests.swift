// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import GatewayModel
import HTTPTypes
import SQLCore
import Simulation
import Testing

@testable import BellhopGateway

/// Tests of variants whose winner goes to the rest of the audience, and previews.
@Suite(.timeLimit(.minutes(30))) struct VariantTestTests {
    @Test(arguments: [
        ([0, 0], [10, 10], 0), ([1, 2], [10, 10], 1), ([2, 2], [10, 5], 1), ([3, 2], [10, 10], 0),
        ([0, 0, 1], [0, 0, 100], 2), ([5], [10], 0), ([], [], 0), ([1], [10, 0], 0),
    ])
    func `the winner is the variant with the largest share of opened notifications`(
        opens: [Int], accepted: [Int], winner: Int
    ) {
        #expect(VariantTest.winner(opens: opens, accepted: accepted) == winner)
    }

    @Test func `the better variant goes to the rest of the audience, once`() async throws {
        try await CampaignScene.run { scene in
            let count = 80
            try await scene.register(Array(repeating: "UTC", count: count))
            let variants = #"[{"message":{"title":"A"}},{"message":{"title":"B"}}]"#
            let campaign = try await scene.ask(
                .post, "/v1/campaigns",
                #"{"audience":"all","variants":\#(variants),"control_percent":10,"#
                    + #""winner":{"test_percent":50,"after_minutes":60}}"#
            ).campaign()
            let store = try scene.gateway.requireCampaigns().store
            var driver = CampaignDriver(store, scene.clock)
            try await driver.run(for: .seconds(60))
            let tested = driver.sent
            #expect((20..<60).contains(tested.count), "\(tested.count)")
            let names = try await store.store.read { db in
                var names: [Int64: String] = [:]
                for row in try await db.rows("SELECT no, id FROM installation") {
                    names[try row.value("no")] = try row.value("id")
                }
                return names
            }
            for one in tested where one.variant == 1 {
                let receipt = Receipt(
                    message: campaign.id, event: .opened, action: nil, at: scene.clock.now)
                let id = try #require(names[one.installation])
                #expect(
                    try await store.store.addReceipts(
                        [receipt], installationID: id, now: scene.clock.now) == 1)
            }
            try await scene.gateway.planCampaigns()
            let path = "/v1/campaigns/\(campaign.id)"
            let early = try await scene.ask(.get, path).campaign().settings?.winner
            #expect(early?.testPercent == 50)
            #expect(early?.variant == nil)
            scene.clock.advance(by: .seconds(3600))
            try await scene.gateway.planCampaigns()
            try await scene.gateway.planCampaigns()
            let winner = try #require(
                try await scene.ask(.get, path).campaign().settings?.winner)
            #expect(winner.variant == "b")
            try await driver.run(for: .seconds(60))
            let rest = driver.sent.dropFirst(tested.count)
            let next = try await scene.ask(
                .get, "/v1/campaigns/\(try #require(winner.campaign))"
            ).campaign()
            #expect(next.settings?.testCampaign == campaign.id)
            #expect(next.totals.accepted == rest.count)
            #expect(Set(driver.sent.map(\.installation)).count == driver.sent.count)
            let first = try await scene.ask(.get, path).campaign()
            let control = (first.reasons + next.reasons).filter { $0.reason == "control_group" }
                .reduce(0) { $0 + $1.count }
            #expect(control > 0)
            #expect(driver.sent.count + control == count)
            #expect(
                first.settings?.variants?.map(\.totals.accepted).reduce(0, +) == tested.count)
            let list = try await scene.ask(.get, "/v1/campaigns").decode(CampaignList.self)
            #expect(list.campaigns.count == 2)
        }
    }

    @Test func `a preview counts the audience, and creates no campaign`() async throws {
        try await CampaignScene.run { scene in
            try await scene.register(["Europe/Berlin", "Europe/Berlin", "Asia/Tokyo", nil])
            let wall = scene.wallTime(inHours: 20)
            let preview = try await scene.ask(
                .post, "/v1/campaigns/preview",
                #"{"audience":"all","message":{"title":"Hi {{name|you}}"},"local_time":"\#(wall)"}"#
            ).decode(CampaignPreview.self)
            #expect(preview.installations == 4)
            #expect(preview.reachable == 4)
            #expect(preview.moments.map(\.installations) == [1, 2, 1])
            #expect(preview.messages.first?.payload?.contains("Hi you") == true)
            #expect(preview.settings.localTime?.zones == 3)
            let list = try await scene.ask(.get, "/v1/campaigns").decode(CampaignList.self)
            #expect(list.campaigns.isEmpty)
        }
    }

    @Test(arguments: [
        (#""winner":{"test_percent":50,"after_minutes":60}"#, "variants"),
        (#""winner":{"test_percent":99,"after_minutes":60}"#, "variants"),
        (#""winner":{"after_minutes":60}"#, "variants"),
    ])
    func `a test without variants is refused`(setting: String, word: String) async throws {
        try await CampaignScene.run { scene in
            let problem = try await scene.post(
                #"{"audience":"all","message":{"title":"A"},\#(setting)}"#
            ).problem()
            #expect(problem.detail.contains(word), "\(problem.detail)")
        }
    }
}
