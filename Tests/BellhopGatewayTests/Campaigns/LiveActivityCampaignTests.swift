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

/// Campaigns that start, update and end Live Activities, on both databases.
@Suite(.timeLimit(.minutes(30))) struct LiveActivityCampaignTests {
    private static func name(_ activity: String?, _ type: String? = "Match") -> TokenName {
        activity == nil
            ? TokenName(.liveActivityStart, attributesType: type)
            : TokenName(.liveActivity, attributesType: type, activity: activity)
    }

    /// Registers four installations. The first has tokens of two activities. The second has a token
    /// of one of these activities and has denied notifications. The third has push-to-start tokens.
    /// The fourth has only the app's token.
    private func register(_ scene: CampaignScene) async throws {
        let names: [[TokenName]] = [
            [Self.name("m1"), Self.name("m2")], [Self.name("m1")],
            [Self.name(nil), Self.name(nil, "Order")], [],
        ]
        for (number, names) in names.enumerated() {
            let tokens = try (names + [TokenName(.app)]).enumerated().map { index, name in
                TokenRegistration(
                    name, try DeviceToken(bytes: Array("token \(index) of \(number)".utf8)))
            }
            let registration = DeviceRegistration(
                app: CampaignScene.app, environment: .sandbox, user: nil, tokens: tokens,
                ended: [])
            _ = try await scene.gateway.store.register(
                DeviceReport(
                    installationID: "i\(number)", secretHash: [UInt8(number)],
                    registration: registration), now: scene.clock.now)
        }
        let store = try #require(scene.gateway.store as? SQLStore)
        let denied = PermissionSnapshot(authorization: .denied)
        try await store.write { db in
            _ = try await db.run(
                """
                UPDATE installation SET permission = '{"authorization":"denied"}',
                    permission_bits = \(PermissionBits(denied, nil).value)
                WHERE id = 'i1'
                """)
        }
    }

    private func post(
        _ scene: CampaignScene, _ query: String, _ aps: String
    ) async throws -> CampaignScene.Response {
        try await scene.ask(
            .post, "/v1/campaigns?audience=all\(query)",
            #"{"aps":{"timestamp":1767225600,"content-state":{"home":1}\#(aps)}}"#)
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `a campaign goes to the tokens of one activity, or to push-to-start tokens of one type`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignScene.run(base) { scene in
            try await register(scene)
            let campaigns = try scene.gateway.requireCampaigns().store
            let start = #","event":"start","attributes-type":"Match","attributes":{}"#
            let cases = [
                ("&activity=m1", #","event":"update""#, 2), ("&activity=m2", #","event":"end""#, 1),
                ("&activity=m3", #","event":"update""#, 0), ("", start, 1),
            ]
            for (query, aps, count) in cases {
                let campaign = try await post(scene, query, aps).campaign()
                #expect(campaign.settings?.perHour == (aps.contains("update") ? 10 : nil))
                var driver = CampaignDriver(campaigns, scene.clock)
                try await driver.run(for: .seconds(10))
                #expect(driver.sent.count == count, "\(query) \(aps)")
                let state = try await scene.ask(.get, "/v1/campaigns/\(campaign.id)").campaign()
                #expect(state.state == "done")
                #expect(state.totals.suppressed == 0)
            }
            let missing = try await post(scene, "", #","event":"update""#).problem()
            #expect(missing.code == "value_missing")
            #expect(missing.keyPath == "activity")
            // An installation that received only updates of activities has no messages in its
            // inbox.
            let page = try #require(
                try await scene.gateway.store.inbox(
                    installationID: "i0", after: nil, limit: 10, now: scene.clock.now))
            #expect(page.messages.isEmpty)
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `a budget limits an activity's urgent updates, but not its other updates or its end`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignScene.run(base) { scene in
            try await register(scene)
            let campaigns = try scene.gateway.requireCampaigns().store
            var driver = CampaignDriver(campaigns, scene.clock) {
                $0.pollInterval = .seconds(5)
            }
            var last: CampaignResource?
            for _ in 0..<12 {
                last = try await post(scene, "&activity=m2", #","event":"update""#).campaign()
                try await driver.run(for: .seconds(20))
            }
            #expect(driver.sent.count == 10)
            let limited = try await scene.ask(.get, "/v1/campaigns/\(last?.id ?? "")").campaign()
            #expect(limited.reasons.map(\.reason) == ["activity_budget"])
            // Another activity has a budget of its own.
            for (query, aps) in [
                ("&activity=m1", #","event":"update""#), ("&activity=m2", #","event":"end""#),
                ("&activity=m2&priority=5", #","event":"update""#),
            ] {
                let before = driver.sent.count
                _ = try await post(scene, query, aps).campaign()
                try await driver.run(for: .seconds(20))
                #expect(driver.sent.count > before, "\(query) \(aps)")
            }
        }
    }
}
