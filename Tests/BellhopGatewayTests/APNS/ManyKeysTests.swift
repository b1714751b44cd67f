// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSProvider
import APNSService
import APNSSimulator
import APNSWire
import Foundation
import Simulation
import Synchronization
import Testing

@testable import BellhopGateway

/// More apps, each with its own key, than the pool may have clients at a time.
@Suite(.timeLimit(.minutes(30))) struct ManyKeysTests {
    /// Checks provider tokens, and remembers those of each key.
    private struct CountingCheck: ProviderTokenCheck {
        final class Seen: Sendable {
            private let tokens = Mutex<[String: Set<String>]>([:])

            func add(_ token: String, of key: String) {
                tokens.withLock { _ = $0[key, default: []].insert(token) }
            }

            /// The number of different tokens of each key.
            var counts: [String: Int] { tokens.withLock { $0.mapValues(\.count) } }
        }

        let seen: Seen

        func check(
            _ authorization: String?, now: Date, key: (String) -> RegisteredKey?
        ) -> Result<CheckedProviderToken, RejectionReason.Refusal> {
            let result = SignedTokenCheck().check(authorization, now: now, key: key)
            if case .success(let checked) = result {
                seen.add(authorization ?? "", of: checked.key.keyID)
            }
            return result
        }
    }

    private struct App: Sendable {
        let credential: AppCredential
        let token: DeviceToken
    }

    private func makeApp(_ number: Int, at host: ServiceHost) throws -> App {
        let bundleID = "com.example.app\(number)"
        let digits = String(format: "%04d", number)
        let key = try ProviderKey.generate(keyID: "KEY000\(digits)", teamID: "TEAM00\(digits)")
        try host.registerKey(
            RegisteredKey(keyID: key.keyID, teamID: key.teamID, publicKey: key.publicKey))
        try host.registerApp(bundleID: bundleID, teamID: key.teamID)
        let token = try host.registerToken(
            deviceID: "phone", bundleID: bundleID, environment: .sandbox)
        return App(
            credential: AppCredential(
                bundleID: bundleID, keyID: key.keyID, teamID: key.teamID, p8: key.p8Text,
                fingerprint: "f\(number)"),
            token: token)
    }

    @Test func `400 apps with their own keys send pushes, each with one provider token`()
        async throws
    {
        let seen = CountingCheck.Seen()
        let host = ServiceHost(service: PushService(tokenCheck: CountingCheck(seen: seen)))
        try host.registerDevice("phone")
        let apps = try (0..<400).map { try makeApp($0, at: host) }
        let authority = try LocalAuthority(now: TimeSource.system.now)
        let server = try await SimulatorServer.start(
            listeners: [.init(.sandbox, port: 0)],
            identity: SimulatorServer.makeIdentity(authority: authority),
            clientAuthorities: CertificateAuthorities(pem: [authority.certificatePEM]), host: host)
        // With a virtual clock, slow connections cannot change the outcome.
        let clock = VirtualClock(now: TimeSource.system.now)
        // There are few clients, so that the test needs few sockets and most clients are closed
        // between the two rounds.
        let pool = APNSClientPool(
            endpoints: [
                .sandbox: Endpoint(host: "127.0.0.1", port: try #require(server.port(.sandbox)))
            ], trustRoots: .pem(authority.certificatePEM), time: clock.timeSource, logger: nil,
            clientsMax: 40, connectTimeout: .seconds(3600))
        for _ in 0..<2 {
            for start in stride(from: 0, to: apps.count, by: 50) {
                // More apps send at the same time than there are clients.
                let accepted = try await withThrowingTaskGroup(of: Bool.self) { group in
                    for app in apps[start..<start + 50] {
                        group.addTask { try await send(to: app, pool) }
                    }
                    return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
                }
                #expect(accepted == 50)
            }
        }
        #expect(seen.counts.count == 400)
        #expect(seen.counts.values.allSatisfy { $0 == 1 }, "APNs rejects a key with many tokens")
        await pool.shutdown()
        await server.shutdown()
    }

    private func send(to app: App, _ pool: APNSClientPool) async throws -> Bool {
        let request = PushRequest(
            deviceToken: app.token, payload: Payload(aps: APS(alert: .text("x"))),
            bundleID: app.credential.bundleID)
        let lane = SendingLane(bundleID: app.credential.bundleID, environment: .sandbox)
        let outcome = try await pool.send(request, app: app.credential, in: lane)
        if case .accepted = outcome { return true }
        Issue.record("\(app.credential.bundleID): \(outcome)")
        return false
    }
}
