// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSProvider
import APNSService
import APNSSimulator
import APNSWire
import Simulation
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `APNSClient` with a certificate, which a simulator verifies, over sockets.
@Suite(.timeLimit(.minutes(30)))
struct CertificateSenderTests {
    private static let bundleID = "com.example.app"

    /// A simulator with one app and one phone, which trusts one authority.
    private struct Bench {
        let server: SimulatorServer
        let authority: LocalAuthority
        let deviceToken: DeviceToken
        let clock = VirtualClock(now: TimeSource.system.now)

        init() async throws {
            let now = TimeSource.system.now
            authority = try LocalAuthority(now: now)
            let host = ServiceHost(
                service: PushService(tokenCheck: SignedTokenCheck()),
                generator: SeededGenerator(seed: 7))
            try host.registerApp(bundleID: bundleID, teamID: "BELLHOPDEV")
            try host.registerDevice("phone")
            deviceToken = try host.registerToken(
                deviceID: "phone", bundleID: bundleID, environment: .sandbox)
            server = try await SimulatorServer.start(
                listeners: [.init(.sandbox, port: 0)],
                identity: SimulatorServer.makeIdentity(authority: authority),
                clientAuthorities: CertificateAuthorities(pem: [authority.certificatePEM]),
                host: host)
        }

        func certificate(
            _ environments: Set<APNSEnvironment> = [.sandbox], by signer: LocalAuthority? = nil,
            from: Double = -10, until: Double = 10
        ) throws -> ClientCertificate {
            let now = TimeSource.system.now
            return try (signer ?? authority).makePushCertificate(
                bundleID: bundleID, environments: environments, now: now,
                validFrom: now + from * 86400, validUntil: now + until * 86400)
        }

        func client(
            _ certificate: ClientCertificate, serverName: String? = nil,
            time: TimeSource = .system
        ) throws -> APNSClient {
            let port = try #require(server.port(.sandbox))
            let configuration = APNSClient.Configuration(
                endpoint: Endpoint(host: "127.0.0.1", port: port, tlsServerName: serverName),
                authentication: .certificate(certificate),
                trustRoots: .pem(authority.certificatePEM))
            return APNSClient(configuration: configuration.patient(), time: time)
        }

        func request(_ topic: String = bundleID, _ type: PushType = .alert) -> PushRequest {
            PushRequest(
                deviceToken: deviceToken, body: Array(#"{"aps":{"alert":"Dinner"}}"#.utf8),
                topic: Topic(topic), pushType: type, priority: .immediate)
        }

        /// The outcome of one request as text.
        func outcome(
            _ client: APNSClient, _ request: PushRequest? = nil
        ) async throws -> String {
            let outcome = try await client.send(request ?? self.request())
            await client.shutdown()
            switch outcome {
            case .accepted: return "accepted"
            case .rejected(let rejection): return rejection.reason.rawValue
            case .unknown(let unknown):
                return (unknown.mayHaveBeenProcessed ? "maybe: " : "no: ") + unknown.cause
            }
        }
    }

    private func withBench(_ body: (Bench) async throws -> Void) async throws {
        let bench = try await Bench()
        do { try await body(bench) } catch {
            await bench.server.shutdown()
            throw error
        }
        await bench.server.shutdown()
    }

    @Test func `a client with a certificate sends an alert`() async throws {
        try await withBench { bench in
            let client = try bench.client(try bench.certificate())
            #expect(try await bench.outcome(client) == "accepted")
        }
    }

    @Test func `a client with a certificate from a .p12 file sends an alert`() async throws {
        try await withBench { bench in
            var generator = SeededGenerator(seed: 1)
            let bytes = try bench.certificate().pkcs12(password: "secret", using: &generator)
            let again = try ClientCertificate(reading: bytes, password: "secret")
            #expect(try await bench.outcome(try bench.client(again)) == "accepted")
        }
    }

    @Test func `a hundred simultaneous requests are accepted`() async throws {
        try await withBench { bench in
            let client = try bench.client(try bench.certificate())
            let accepted = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<100 {
                    group.addTask {
                        if case .accepted = try await client.send(bench.request()) {
                            true
                        } else {
                            false
                        }
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(accepted == 100)
            await client.shutdown()
        }
    }

    @Test func `a topic that is not listed and a token-only push type are disallowed`()
        async throws
    {
        try await withBench { bench in
            let certificate = try bench.certificate()
            let other = bench.request("com.example.other")
            #expect(
                try await bench.outcome(try bench.client(certificate), other) == "TopicDisallowed")
            let activity = bench.request(
                Self.bundleID + ".push-type.liveactivity", .liveactivity)
            #expect(
                try await bench.outcome(try bench.client(certificate), activity)
                    == "TopicDisallowed")
        }
    }

    @Test func `a certificate of the other environment is rejected with the reason`()
        async throws
    {
        try await withBench { bench in
            let outcome = try await bench.outcome(
                try bench.client(try bench.certificate([.production])))
            #expect(outcome.contains("BadCertificateEnvironment"), "\(outcome)")
        }
    }

    @Test func `for Apple's hosts, the certificate's environment is checked before connecting`()
        async throws
    {
        try await withBench { bench in
            let client = try bench.client(
                try bench.certificate([.sandbox]), serverName: "api.push.apple.com")
            let outcome = try await bench.outcome(client)
            #expect(
                outcome.hasPrefix(
                    "no: the client certificate cannot be used: the certificate is not for"),
                "\(outcome)")
            // With the host name of the certificate's environment, the request reaches the
            // simulator.
            let right = try bench.client(
                try bench.certificate([.sandbox]), serverName: "api.sandbox.push.apple.com")
            #expect(try await bench.outcome(right) == "accepted")
        }
    }

    @Test func `an expired certificate is not presented`() async throws {
        try await withBench { bench in
            let expired = try bench.certificate(until: -1)
            let outcome = try await bench.outcome(try bench.client(expired))
            #expect(
                outcome.hasPrefix(
                    "no: the client certificate cannot be used: the certificate expired on"),
                "\(outcome)")
            await #expect(throws: APNSClientError.self) {
                try await bench.client(expired).connect()
            }
            #expect(bench.server.connectionCount == 0)
        }
    }

    @Test
    func `a certificate with an error that only APNs can see is rejected with BadCertificate`()
        async throws
    {
        try await withBench { bench in
            // This client's clock is behind by five days.
            let late = TimeSource(
                now: { TimeSource.system.now - 5 * 86400 },
                sleep: { try await TimeSource.system.sleep(for: $0) })
            let expired = try bench.client(try bench.certificate(until: -1), time: late)
            #expect(try await bench.outcome(expired) == "BadCertificate")
            let stranger = try LocalAuthority(now: TimeSource.system.now)
            let foreign = try bench.client(try bench.certificate(by: stranger))
            #expect(try await bench.outcome(foreign) == "BadCertificate")
        }
    }
}
