// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import GatewayAPI
import Logging
import Simulation
import Testing

@testable import BellhopGateway

/// The diagnosis of a refused token: the token is tried once in the other environment, and the
/// cause is reported.
@Suite(.timeLimit(.minutes(30)))
struct TokenDiagnosisTests {
    private static let bad = PushOutcome.rejected(
        Rejection(status: 400, reason: .badDeviceToken))

    /// A gateway with a token that APNs has refused, and the diagnosis that finds the cause.
    private func scene() async throws -> (GatewayScene, TokenDiagnosis) {
        let scene = try await GatewayScene(sender: RecordingSender(Self.bad))
        try await scene.register()
        try await scene.running {
            let message = try await scene.post()
            let id = try #require(message.deliveries.first?.id)
            let ended = try await scene.wait(for: id) { $0.state == .rejected }
            #expect(ended.reason == "BadDeviceToken")
        }
        let diagnosis = TokenDiagnosis(
            store: scene.store, sender: scene.sender, time: scene.clock.timeSource,
            logger: Logger(label: "test"))
        return (scene, diagnosis)
    }

    private func token(_ scene: GatewayScene) async throws -> TokenResource {
        try #require(try await scene.gateway.installation(id: "i1").tokens.first)
    }

    @Test
    func `the diagnosis of a token that the other environment accepts names that environment`()
        async throws
    {
        let (scene, diagnosis) = try await scene()
        #expect(try await token(scene).diagnosis == nil)
        scene.sender.respond(with: .accepted(Acceptance()))
        await diagnosis.round()
        let trial = try #require(scene.sender.sent.last)
        #expect(scene.sender.sent.count == 2)
        #expect(trial.environment == .production)
        #expect(trial.request.pushType == .background)
        #expect(trial.request.expiration == .oneAttempt)
        #expect(trial.request.body == Array(#"{"aps":{"content-available":1}}"#.utf8))
        let found = try await token(scene)
        #expect(found.state == .suspect)
        #expect(found.environment == .sandbox)
        #expect(found.diagnosis?.contains("production") == true, "\(found.diagnosis ?? "nil")")
        // Each token is tried once.
        await diagnosis.round()
        #expect(scene.sender.sent.count == 2)
    }

    @Test func `the diagnosis of a token that both environments refuse does not name production`()
        async throws
    {
        let (scene, diagnosis) = try await scene()
        await diagnosis.round()
        let found = try await token(scene)
        #expect(found.diagnosis != nil)
        #expect(found.diagnosis?.contains("production") != true, "\(found.diagnosis ?? "nil")")
    }

    @Test func `if APNs refuses the key, the token gets no diagnosis`() async throws {
        let (scene, diagnosis) = try await scene()
        scene.sender.respond(
            with: .rejected(Rejection(status: 403, reason: .invalidProviderToken)))
        await diagnosis.round()
        #expect(scene.sender.sent.count == 2)
        #expect(try await token(scene).diagnosis == nil)
    }

    @Test func `a token that is registered again has no diagnosis`() async throws {
        let (scene, diagnosis) = try await scene()
        scene.sender.respond(with: .accepted(Acceptance()))
        await diagnosis.round()
        try await scene.register()
        let found = try await token(scene)
        #expect(found.state == .active)
        #expect(found.diagnosis == nil)
    }
}
