// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSWire
import Foundation
import GatewayAPI
import HTTPTypes
import Simulation
import Testing

@testable import BellhopGateway

/// Campaigns that send a broadcast through a running gateway to a simulated APNs.
@Suite(.timeLimit(.minutes(30))) struct BroadcastDeliveryTests {
    /// Waits until a campaign has ended.
    private func end(
        of id: String, _ scene: ChannelTests.Scene
    ) async throws -> CampaignResource {
        while true {
            let response = try await scene.ask(.get, "/v1/campaigns/\(id)")
            let campaign = try GatewayJSON.decode(CampaignResource.self, from: response.body)
            if campaign.isAtRest { return campaign }
            try await TimeSource.system.sleep(for: .milliseconds(20))
        }
    }

    @Test func `a scheduled broadcast reaches the channel although APNs first responds with 503`()
        async throws
    {
        try await ChannelTests.run { scene, _ in
            let made = try await scene.ask(
                .post, "/v1/channels?environment=sandbox", #"{"storage":"none"}"#)
            let channel = try GatewayJSON.decode(ChannelResource.self, from: made.body)
            var fault = ServiceFault(.status)
            fault.status = 503
            fault.reason = .serviceUnavailable
            fault.count = 1
            _ = try scene.host.addFault(fault)
            let at = GatewayJSON.text(of: TimeSource.system.now.addingTimeInterval(2))
            let body = #"""
                {"channel":"\#(channel.id)","environment":"sandbox","at":"\#(at)",
                "message":{"aps":{"event":"update","timestamp":1767225600,
                "content-state":{"home":1}}}}
                """#
            let response = try await scene.ask(.post, "/v1/campaigns", body)
            #expect(response.status == 202, "\(String(decoding: response.body, as: UTF8.self))")
            let campaign = try GatewayJSON.decode(CampaignResource.self, from: response.body)
            let done = try await end(of: campaign.id, scene)
            #expect(done.state == "done")
            let broadcast = try #require(done.broadcast)
            #expect(broadcast.state == .accepted)
            let entries = scene.host.log(.init()).filter { $0.channelID?.text == channel.id }
            let accepted = entries.filter(\.isAccepted)
            #expect(accepted.map(\.apnsID.text) == [broadcast.requestID])
            #expect(accepted.first?.payload.contains(#""home":1"#) == true)
        }
    }

    @Test func `a broadcast to a nonexistent channel ends as rejected with the reason from APNs`()
        async throws
    {
        try await ChannelTests.run { scene, _ in
            let body = #"""
                {"channel":"dHN0LXNyY2gtY2hubA==","environment":"sandbox",
                "message":{"aps":{"event":"end","timestamp":1767225600,"content-state":{}}}}
                """#
            let response = try await scene.ask(.post, "/v1/campaigns", body)
            let campaign = try GatewayJSON.decode(CampaignResource.self, from: response.body)
            let done = try await end(of: campaign.id, scene)
            #expect(done.broadcast?.state == .rejected)
            #expect(done.broadcast?.reason == "ChannelNotRegistered")
            #expect(done.broadcast?.status == 400)
            #expect(done.totals.accepted == 0)
        }
    }
}
