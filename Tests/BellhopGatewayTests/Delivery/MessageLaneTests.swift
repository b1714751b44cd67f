// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import Foundation
import GatewayAPI
import GatewayModel
import HTTPTypes
import Testing

@testable import BellhopGateway

/// The lanes of single messages.
@Suite(.timeLimit(.minutes(30))) struct MessageLaneTests {
    @Test(
        arguments: [
            (nil, nil, MessageLane.transactional), (MessageLane.otp, nil, .otp),
            (.bulk, nil, .bulk),
            (nil, PushType.background, .background), (.otp, .background, .otp),
        ] as [(MessageLane?, PushType?, MessageLane)])
    func `a message is sent in the lane that it names, or that its push type has`(
        named: MessageLane?, pushType: PushType?, expected: MessageLane
    ) async throws {
        let scene = try await GatewayScene()
        try await scene.register()
        try await scene.running {
            let body = pushType == .background ? #"{"aps":{"content-available":1}}"# : "Hello"
            var options = MessageOptions()
            options.lane = named
            options.pushType = pushType
            let message = try await scene.gateway.post(
                try MessageContent(
                    contentType: pushType == nil ? "text/plain" : "application/json",
                    body: Array(body.utf8)), to: .user("alex"), options: options)
            let delivery = try #require(message.deliveries.first)
            _ = try await scene.wait(for: delivery.id) { $0.state.isTerminal }
        }
        #expect(scene.sender.sent.map(\.lane.lane) == [expected])
        #expect(scene.sender.sent.map(\.lane.destination.bundleID) == [GatewayScene.app])
    }

    @Test func `a form or a query can name a lane, and an unknown lane is refused`()
        async throws
    {
        try await HTTPScene.run { http in
            try await http.scene.register()
            let path = "/v1/users/alex/messages"
            for (path, body) in [
                (path, #"{"body":"1234","lane":"otp"}"#), (path + "?lane=otp", #"{"body":"1234"}"#),
            ] {
                #expect(try await http.ask(.post, path, body).status == 202)
            }
            let refused = try await http.ask(.post, path, #"{"body":"1234","lane":"fast"}"#)
            #expect(try refused.problem().keyPath == "lane")
            #expect(try refused.problem().detail.contains("otp"))
            let query = try await http.ask(.post, path + "?lane=fast", #"{"body":"1234"}"#)
            #expect(try query.problem().detail.contains("transactional"))
        }
    }

    @Test func `the lanes of the API are those of the engine, in the same order`() {
        #expect(MessageLane.allCases.map(\.rawValue) == Lane.allCases.map(\.rawValue))
        for lane in MessageLane.allCases { #expect(Lane(lane).rawValue == lane.rawValue) }
        #expect(MessageLane.allCases.sorted() == MessageLane.allCases)
    }
}
