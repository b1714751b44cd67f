// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import Foundation
import GatewayAPI
import Testing

@testable import BellhopGateway
@testable import GatewayAPNS

/// How the gateway responds to a request because of what it knows about the device token.
@Suite(.timeLimit(.minutes(30)))
struct KnownTokenTests {
    @Test func `a token's last rejection by APNs is the response to the next request`() async throws
    {
        try await SenderScene.run { scene in
            let death = Date(timeIntervalSince1970: 1_700_000_000)
            scene.sender.respond(
                with: .rejected(Rejection(status: 410, reason: .unregistered, timestamp: death)))
            let first = try await scene.curl()
            #expect(first.status == 200)
            let delivery = try await scene.ended(first.headers["apns-id"])
            #expect(delivery.state == .rejected)
            scene.sender.respond(with: .accepted(Acceptance()))
            let second = try await scene.curl()
            #expect(second.status == 410)
            #expect(second.body == #"{"reason":"Unregistered","timestamp":1700000000000}"#)
            #expect(scene.sender.sent.count == 1)
        }
    }

    @Test func `a token that is registered for the other environment is refused`() async throws {
        try await SenderScene.run { scene in
            try await scene.register(SenderScene.token, .sandbox)
            let wrong = try await scene.curl(to: .production)
            #expect(wrong.status == 400)
            #expect(wrong.reason == "BadDeviceToken")
            #expect(try await scene.curl(to: .sandbox).status == 200)
        }
    }

    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let app = SenderScene.app

    private static func place(
        _ state: TokenState, reason: String? = nil, registered: Bool = false, hours: Double = 1,
        app: String = app, _ environment: APNSEnvironment = .production,
        family: TokenFamily = .app
    ) -> KnownToken {
        KnownToken(
            number: 7, bundleID: app, environment: environment, family: family, state: state,
            reason: reason, hasInstallation: registered, since: now - hours * 3600,
            invalidSince: nil)
    }

    private static func decide(_ known: KnownToken...) -> TokenKnowledge.Decision {
        TokenKnowledge.decide(
            known, app: app, environment: .production, type: .alert, now: now)
    }

    @Test func `a token about which nothing is known, or that is active, is accepted`() {
        #expect(Self.decide().refusal == nil)
        #expect(Self.decide(Self.place(.active)).refusal == nil)
    }

    @Test func `a verdict is kept for a day, repeated once more and then forgotten`() {
        let young = Self.decide(Self.place(.dead, hours: 23))
        #expect(young.refusal?.reason == .unregistered)
        #expect(young.forgotten == nil)
        let old = Self.decide(Self.place(.dead, hours: 24))
        #expect(old.refusal?.reason == .unregistered)
        #expect(old.forgotten == 7)
        let suspect = Self.decide(Self.place(.suspect, reason: "BadDeviceToken", hours: 48))
        #expect(suspect.refusal?.reason == .badDeviceToken)
        #expect(suspect.forgotten == 7)
    }

    @Test func `a verdict about a registered token is not forgotten`() {
        for state in [TokenState.dead, .suspect] {
            let decision = Self.decide(Self.place(state, registered: true, hours: 1000))
            #expect(decision.refusal != nil)
            #expect(decision.forgotten == nil)
        }
    }

    @Test(arguments: [TokenState.replaced, .removed])
    func `a token that the app no longer has is refused as unregistered`(state: TokenState) {
        let decision = Self.decide(Self.place(state, hours: 1000))
        #expect(decision.refusal?.reason == .unregistered)
        #expect(decision.refusal?.timestamp == Self.now - 3_600_000)
        #expect(decision.forgotten == nil)
    }

    @Test func `APNs' reason is repeated if it matches the state of the token`() {
        #expect(
            Self.decide(Self.place(.dead, reason: "ExpiredToken")).refusal?.reason == .expiredToken)
        #expect(
            Self.decide(Self.place(.suspect, reason: "DeviceTokenNotForTopic")).refusal?.reason
                == .deviceTokenNotForTopic)
        #expect(
            Self.decide(Self.place(.dead, reason: "something")).refusal?.reason == .unregistered)
    }

    @Test func `only registrations prove that a token belongs elsewhere`() {
        let other = "com.example.other"
        #expect(
            Self.decide(Self.place(.active, registered: true, app: other)).refusal?.reason
                == .deviceTokenNotForTopic)
        #expect(
            Self.decide(Self.place(.active, registered: true, .sandbox)).refusal?.reason
                == .badDeviceToken)
        #expect(Self.decide(Self.place(.active, app: other)).refusal == nil)
        #expect(Self.decide(Self.place(.suspect, .sandbox)).refusal == nil)
        #expect(Self.decide(Self.place(.dead, registered: true, .sandbox)).refusal == nil)
    }

    @Test func `a registered token of another family is rejected as not for the topic`() {
        let voip = Self.place(.active, registered: true, family: .voip)
        #expect(Self.decide(voip).refusal?.reason == .deviceTokenNotForTopic)
        // A sender's first push determines the family of a token that nobody has registered.
        #expect(Self.decide(Self.place(.active, family: .voip)).refusal == nil)
    }
}
