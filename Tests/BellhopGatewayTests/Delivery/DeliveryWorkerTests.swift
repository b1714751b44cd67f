// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import BellhopGateway
import Foundation
import GatewayAPI
import Simulation
import Testing

@Suite(.timeLimit(.minutes(30))) struct DeliveryWorkerTests {
    private static let silence = PushOutcome.unknown(
        UnknownOutcome(
            code: .deadline, mayHaveBeenProcessed: true, cause: "no response within 15 s"))
    private static let accepted = PushOutcome.accepted(Acceptance())

    @Test func `a message is sent at once with its own apns-id and the app's key`() async throws {
        let scene = try await GatewayScene()
        try await scene.register()
        try await scene.running {
            let delivery = try #require(try await scene.post().deliveries.first)
            let ended = try await scene.wait(for: delivery.id) { $0.state.isTerminal }
            #expect(ended.state == .accepted)
            #expect(ended.status == 200)
            #expect(ended.attempts == 1)
            let sent = try #require(scene.sender.sent.first)
            #expect(sent.request.id == delivery.apnsID)
            #expect(sent.request.deviceToken.hex == GatewayScene.tokenHex)
            #expect(sent.keyID == "ABC123DEFG")
            #expect(sent.environment == .sandbox)
        }
        #expect(scene.sender.sent.count == 1)
        #expect(scene.sender.isClosed)
    }

    @Test func `a retry carries the same apns-id and the same body`() async throws {
        let scene = try await GatewayScene(
            sender: RecordingSender(Self.silence, Self.silence, Self.accepted))
        try await scene.register()
        try await scene.running {
            let delivery = try #require(try await scene.post().deliveries.first)
            for attempt in 1...2 {
                let waiting = try await scene.wait(for: delivery.id) {
                    $0.state == .queued && $0.attempts == attempt
                }
                #expect(waiting.reason == "no_answer")
                try await scene.advance(by: .seconds(60))
            }
            let ended = try await scene.wait(for: delivery.id) { $0.state.isTerminal }
            #expect(ended.state == .accepted)
        }
        let sent = scene.sender.sent
        #expect(sent.count == 3)
        #expect(Set(sent.map(\.request)).count == 1)
    }

    @Test func `a message that expired while it waited is not sent`() async throws {
        let scene = try await GatewayScene()
        try await scene.register()
        var options = MessageOptions()
        options.expiry = .after(seconds: 10)
        let delivery = try #require(try await scene.post("late", options).deliveries.first)
        scene.clock.advance(by: .seconds(10))
        try await scene.running {
            let ended = try await scene.wait(for: delivery.id) { $0.state.isTerminal }
            #expect(ended.state == .expired)
        }
        #expect(scene.sender.sent.isEmpty)
    }

    @Test func `after a 410 newer than the registration, new messages to the token are suppressed`()
        async throws
    {
        let gone = Rejection(
            status: 410, reason: .unregistered,
            timestamp: Date(timeIntervalSince1970: 1_767_225_700))
        let scene = try await GatewayScene(sender: RecordingSender(.rejected(gone)))
        try await scene.register()
        try await scene.running {
            let delivery = try #require(try await scene.post().deliveries.first)
            let ended = try await scene.wait(for: delivery.id) { $0.state.isTerminal }
            #expect(ended.state == .rejected)
            #expect(ended.reason == "Unregistered")
            #expect(ended.status == 410)
            let token = try await scene.gateway.installation(id: "i1").tokens.first
            #expect(token?.state == .dead)
            let second = try #require(try await scene.post().deliveries.first)
            #expect(second.state == .suppressed)
            #expect(second.reason == "token_dead")
        }
        #expect(scene.sender.sent.count == 1)
    }

    @Test func `after a 410 older than the registration, the token is kept`() async throws {
        let gone = Rejection(
            status: 410, reason: .unregistered,
            timestamp: Date(timeIntervalSince1970: 1_767_225_599))
        let scene = try await GatewayScene(sender: RecordingSender(.rejected(gone), Self.accepted))
        try await scene.register()
        try await scene.running {
            let first = try #require(try await scene.post().deliveries.first)
            #expect(try await scene.wait(for: first.id) { $0.state.isTerminal }.state == .rejected)
            #expect(try await scene.gateway.installation(id: "i1").tokens.first?.state == .active)
            let second = try #require(try await scene.post().deliveries.first)
            #expect(try await scene.wait(for: second.id) { $0.state.isTerminal }.state == .accepted)
        }
    }

    @Test func `after BadDeviceToken, the token is suspect until a notification is accepted`()
        async throws
    {
        let bad = Rejection(status: 400, reason: .badDeviceToken)
        let scene = try await GatewayScene(sender: RecordingSender(.rejected(bad), Self.accepted))
        try await scene.register()
        try await scene.running {
            let first = try #require(try await scene.post().deliveries.first)
            let ended = try await scene.wait(for: first.id) { $0.state.isTerminal }
            #expect(ended.reason == "BadDeviceToken")
            let token = try await scene.gateway.installation(id: "i1").tokens.first
            #expect(token?.state == .suspect)
            #expect(token?.reason == "BadDeviceToken")
            let second = try #require(try await scene.post().deliveries.first)
            #expect(try await scene.wait(for: second.id) { $0.state.isTerminal }.state == .accepted)
            #expect(try await scene.gateway.installation(id: "i1").tokens.first?.state == .active)
        }
    }

    @Test func `a delivery is retried if the sender throws, but not if the request is impossible`()
        async throws
    {
        struct Broken: Error {}
        let scene = try await GatewayScene(
            sender: RecordingSender([.failure(Broken()), .failure(PushRequestError.emptyBody)]))
        try await scene.register()
        try await scene.running {
            let delivery = try #require(try await scene.post().deliveries.first)
            let waiting = try await scene.wait(for: delivery.id) {
                $0.state == .queued && $0.attempts == 1
            }
            #expect(waiting.reason == "not_sent")
            try await scene.advance(by: .seconds(60))
            let ended = try await scene.wait(for: delivery.id) { $0.state.isTerminal }
            #expect(ended.state == .suppressed)
            #expect(ended.reason == "request_not_possible")
        }
    }

    @Test func `more deliveries than may be in flight are all sent once`() async throws {
        let scene = try await GatewayScene()
        for number in 0..<300 {
            let hex = "00" + String(repeating: "cd", count: 30) + (number < 256 ? "00" : "01")
            let token = String(format: "%02x", number % 256) + hex
            try await scene.register("i\(number)", token: token)
        }
        let message = try await scene.post()
        #expect(message.deliveryCount == 300)
        try await scene.running {
            for delivery in message.deliveries {
                let ended = try await scene.wait(for: delivery.id) { $0.state.isTerminal }
                #expect(ended.state == .accepted)
            }
        }
        #expect(scene.sender.sent.count == 300)
        #expect(Set(scene.sender.sent.map(\.request.deviceToken)).count == 300)
        #expect(try await scene.gateway.message(id: message.id).states == ["accepted": 300])
    }
}
