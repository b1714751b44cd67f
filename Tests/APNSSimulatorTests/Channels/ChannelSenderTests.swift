// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSProvider
import APNSService
import APNSWire
import Simulation
import Testing

@testable import APNSSimulator

/// The client's channels and broadcasts at a simulator, over sockets.
@Suite(.timeLimit(.minutes(30)))
struct ChannelSenderTests {
    private static let app = Site.bundleID
    private static let body = Array(
        #"{"aps":{"event":"update","timestamp":1767225600,"content-state":{"home":1}}}"#.utf8)

    private static func configuration(
        _ site: Site, _ endpoint: ServiceEndpoint, _ environment: APNSEnvironment = .sandbox,
        _ tokens: ProviderTokenSource
    ) throws -> APNSClient.Configuration {
        .init(
            endpoint: Endpoint(host: "127.0.0.1", port: try site.port(environment, endpoint)),
            authentication: .providerToken(tokens), trustRoots: .pem(site.caPEM))
    }

    /// Clients of both endpoints that share a provider token.
    private struct Sender {
        let client: APNSClient
        let channels: APNSChannelClient

        init(_ site: Site, _ environment: APNSEnvironment = .sandbox) throws {
            let tokens = ProviderTokenSource(key: site.key)
            client = APNSClient(
                configuration: try configuration(site, .notifications, environment, tokens)
                    .patient())
            channels = APNSChannelClient(
                configuration: try configuration(site, .channels, environment, tokens).patient())
        }

        func shutdown() async {
            await client.shutdown()
            await channels.shutdown()
        }
    }

    private func rejection(_ outcome: BroadcastOutcome) throws -> ChannelRejection {
        guard case .rejected(let rejection) = outcome else {
            throw WrongOutcome(outcome: outcome)
        }
        return rejection
    }

    private struct WrongOutcome: Error { let outcome: BroadcastOutcome }

    /// The rejection of a channel request as text.
    private func refusal(
        _ body: () async throws(APNSChannelError) -> Void
    ) async -> String {
        do throws(APNSChannelError) { try await body() } catch { return error.description }
        return "done"
    }

    @Test func `T258, T259, LA-21: a channel is created, followed, broadcast to and deleted`()
        async throws
    {
        try await Site.run { site in
            let link = RecordingDeviceLink()
            let delivery = Task { await site.host.deliver(to: link) }
            defer { delivery.cancel() }
            let sender = try Sender(site)
            let channel = try await sender.channels.create(storing: .none, bundleID: Self.app)
            #expect(try await sender.channels.list(bundleID: Self.app) == [channel])
            #expect(try await sender.channels.read(channel, bundleID: Self.app) == .none)
            try site.host.setFollowed(
                [.init(bundleID: Self.app, environment: .sandbox, channelID: channel)],
                by: "phone")

            let id = try #require(APNSID("4084a6e4-9ea8-4d2a-8a49-9a344a152da7"))
            var broadcast = BroadcastRequest(
                channelID: channel, body: Self.body, bundleID: Self.app, id: id)
            #expect(try await sender.client.send(broadcast) == .accepted(requestID: id))
            let received = try #require(await link.nextBroadcast())
            #expect(received.body == Self.body)
            #expect(received.channelID == channel)

            // LA-20: a channel that stores nothing accepts no expiration.
            broadcast.expiration = PushExpiration(epochSeconds: 1_900_000_000)
            let wrong = try rejection(try await sender.client.send(broadcast))
            #expect(wrong.reason == .badExpirationDate)
            #expect(wrong.description.contains("stores no messages accepts only 0"))

            try await sender.channels.delete(channel, bundleID: Self.app)
            broadcast.expiration = .oneAttempt
            let gone = try rejection(try await sender.client.send(broadcast))
            #expect(gone.reason == .channelNotRegistered)
            let again = await refusal { () async throws(APNSChannelError) in
                try await sender.channels.delete(channel, bundleID: Self.app)
            }
            #expect(again.contains("400 ChannelNotRegistered"))
            await sender.shutdown()
        }
    }

    @Test func `T263: a suffix of the bundle identifier is disallowed and explained`()
        async throws
    {
        try await Site.run { site in
            let sender = try Sender(site)
            let channel = try await sender.channels.create(
                storing: .mostRecent, bundleID: Self.app)
            let app = Self.app + ".push-type.liveactivity"
            let broadcast = BroadcastRequest(channelID: channel, body: Self.body, bundleID: app)
            let wrong = try rejection(try await sender.client.send(broadcast))
            #expect(wrong.status == 400)
            #expect(wrong.reason == .topicDisallowed)
            #expect(wrong.description.contains("the bundle identifier without a suffix"))
            let phrase = await refusal { () async throws(APNSChannelError) in
                _ = try await sender.channels.list(bundleID: app)
            }
            #expect(phrase.contains("400 TopicDisallowed"), "\(phrase)")
            await sender.shutdown()
        }
    }

    @Test func `T259: each endpoint accepts only its own paths`() async throws {
        try await Site.run { site in
            let tokens = ProviderTokenSource(key: site.key)
            // The endpoints are exchanged.
            let channels = APNSChannelClient(
                configuration: try Self.configuration(site, .notifications, .sandbox, tokens)
                    .patient())
            let client = APNSClient(
                configuration: try Self.configuration(site, .channels, .sandbox, tokens).patient())
            let phrase = await refusal { () async throws(APNSChannelError) in
                _ = try await channels.create(storing: .none, bundleID: Self.app)
            }
            #expect(phrase.contains("404 BadPath"), "\(phrase)")
            #expect(phrase.contains("manage channels use another port"), "\(phrase)")
            let channel = try #require(ChannelID("dHN0LXNyY2gtY2hubA=="))
            let broadcast = BroadcastRequest(
                channelID: channel, body: Self.body, bundleID: Self.app)
            #expect(try rejection(try await client.send(broadcast)).reason == .badPath)
            await client.shutdown()
            await channels.shutdown()
        }
    }

    @Test func `T266: a channel of one environment is unknown in the other`() async throws {
        try await Site.run { site in
            let sandbox = try Sender(site)
            let production = try Sender(site, .production)
            let channel = try await sandbox.channels.create(storing: .none, bundleID: Self.app)
            #expect(try await production.channels.list(bundleID: Self.app).isEmpty)
            let phrase = await refusal { () async throws(APNSChannelError) in
                _ = try await production.channels.read(channel, bundleID: Self.app)
            }
            #expect(phrase.contains("use the channel's environment"), "\(phrase)")
            let broadcast = BroadcastRequest(
                channelID: channel, body: Self.body, bundleID: Self.app)
            #expect(
                try rejection(try await production.client.send(broadcast)).reason
                    == .channelNotRegistered)
            await sandbox.shutdown()
            await production.shutdown()
        }
    }

    @Test func `an app of another sender and a missing capability have different reasons`()
        async throws
    {
        try await Site.run { site in
            let sender = try Sender(site)
            let stranger = await refusal { () async throws(APNSChannelError) in
                _ = try await sender.channels.list(bundleID: "com.example.stranger")
            }
            #expect(stranger.contains("403 TopicMismatch"), "\(stranger)")
            try site.host.setBroadcastEnabled(false, bundleID: Self.app)
            let without = await refusal { () async throws(APNSChannelError) in
                _ = try await sender.channels.create(storing: .none, bundleID: Self.app)
            }
            #expect(without.contains("400 FeatureNotEnabled"), "\(without)")
            #expect(without.contains("Broadcast capability"), "\(without)")
            await sender.shutdown()
        }
    }

    @Test
    func `a client with a certificate manages channels and broadcasts without a provider token`()
        async throws
    {
        let now = TimeSource.system.now
        let authority = try LocalAuthority(now: now)
        let host = ServiceHost(
            service: PushService(tokenCheck: SignedTokenCheck()),
            generator: SeededGenerator(seed: 7))
        try host.registerApp(bundleID: Self.app, teamID: "BELLHOPDEV")
        let server = try await SimulatorServer.start(
            listeners: ServiceEndpoint.allCases.map { .init(.sandbox, $0, port: 0) },
            identity: SimulatorServer.makeIdentity(authority: authority),
            clientAuthorities: CertificateAuthorities(pem: [authority.certificatePEM]), host: host)
        let certificate = try authority.makePushCertificate(bundleID: Self.app, now: now)
        func configuration(_ endpoint: ServiceEndpoint) throws -> APNSClient.Configuration {
            .init(
                endpoint: Endpoint(
                    host: "127.0.0.1", port: try #require(server.port(.sandbox, endpoint))),
                authentication: .certificate(certificate),
                trustRoots: .pem(authority.certificatePEM))
        }
        let channels = APNSChannelClient(configuration: try configuration(.channels).patient())
        let client = APNSClient(configuration: try configuration(.notifications).patient())
        let channel = try await channels.create(storing: .mostRecent, bundleID: Self.app)
        let broadcast = BroadcastRequest(
            channelID: channel, body: Self.body, bundleID: Self.app)
        guard case .accepted = try await client.send(broadcast) else {
            Issue.record("not accepted")
            return
        }
        let stranger = await refusal { () async throws(APNSChannelError) in
            _ = try await channels.list(bundleID: "com.example.stranger")
        }
        #expect(stranger.contains("403 TopicMismatch"), "\(stranger)")
        await client.shutdown()
        await channels.shutdown()
        await server.shutdown()
    }
}
