// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSProvider
import APNSService
import APNSWire
import Testing

@testable import APNSSimulator

// guide: channel-clients
/// Tells everybody who follows a match, with one push each time.
struct MatchSender {
    static let app = "com.example.app"
    let client: APNSClient
    let channels: APNSChannelClient

    init(key: ProviderKey, environment: APNSEnvironment) {
        let tokens = ProviderTokenSource(key: key)
        client = APNSClient(
            configuration: .init(
                endpoint: .apple(environment), authentication: .providerToken(tokens)))
        channels = APNSChannelClient(
            configuration: .init(
                endpoint: .appleChannels(environment), authentication: .providerToken(tokens)))
    }
}
// guide: end

extension MatchSender {
    init(client: APNSClient, channels: APNSChannelClient) {
        self.client = client
        self.channels = channels
    }
}

// guide: channel-create
extension MatchSender {
    func openChannel() async throws -> ChannelID {
        do {
            return try await channels.create(storing: .none, bundleID: Self.app)
        } catch  where error.isSafeToRepeat {
            // Refused, or never sent: the error says why and what to do.
            throw error
        } catch {
            // The response was lost. Channels that no match has are left over.
            let known: Set<ChannelID> = []  // from your database
            for channel in try await channels.list(bundleID: Self.app)
            where !known.contains(channel) {
                try await channels.delete(channel, bundleID: Self.app)
            }
            return try await channels.create(storing: .none, bundleID: Self.app)
        }
    }
}
// guide: end

// guide: channel-broadcast
extension MatchSender {
    func goal(home: Int, away: Int, at time: Int, in channel: ChannelID) async throws -> String {
        var aps = APS()
        aps.liveActivity.event = .update
        aps.liveActivity.timestamp = time
        aps.liveActivity.contentState = [
            "home": .number(JSONNumber(home)), "away": .number(JSONNumber(away)),
        ]
        let broadcast = BroadcastRequest(
            channelID: channel, payload: Payload(aps: aps), bundleID: Self.app)
        switch try await client.send(broadcast) {
        case .accepted(let requestID): return "sent as \(requestID?.text ?? "unknown")"
        case .rejected(let rejection): return "refused: \(rejection)"
        case .unknown(let unknown): return "no response: \(unknown.cause)"
        }
    }
}
// guide: end

/// The code of the guide to channels, run against a simulator.
@Suite(.timeLimit(.minutes(30)))
struct ChannelGuideTests {
    private func withSender(_ body: (Site, MatchSender) async throws -> Void) async throws {
        try await Site.run { site in
            let tokens = ProviderTokenSource(key: site.key)
            func configuration(_ endpoint: ServiceEndpoint) throws -> APNSClient.Configuration {
                .init(
                    endpoint: Endpoint(host: "127.0.0.1", port: try site.port(.sandbox, endpoint)),
                    authentication: .providerToken(tokens), trustRoots: .pem(site.caPEM))
            }
            let sender = MatchSender(
                client: APNSClient(configuration: try configuration(.notifications).patient()),
                channels: APNSChannelClient(configuration: try configuration(.channels).patient()))
            try await body(site, sender)
            await sender.client.shutdown()
            await sender.channels.shutdown()
        }
    }

    @Test func `T258: a match's channel is created and its score broadcast`() async throws {
        try await withSender { site, sender in
            let channel = try await sender.openChannel()
            #expect(try await sender.channels.list(bundleID: MatchSender.app) == [channel])
            let phrase = try await sender.goal(home: 1, away: 0, at: 1_767_225_600, in: channel)
            #expect(phrase.hasPrefix("sent as "), "\(phrase)")
            let entry = try #require(site.host.log().last)
            #expect(entry.channelID == channel)

            try await sender.channels.delete(channel, bundleID: MatchSender.app)
            let gone = try await sender.goal(home: 1, away: 1, at: 1_767_225_601, in: channel)
            #expect(gone.hasPrefix("refused: 400 ChannelNotRegistered: "), "\(gone)")
        }
    }

    @Test func `the guide's sender can be created and shut down`() async throws {
        let key = try ProviderKey.generate(keyID: "ABC123DEFG", teamID: "TEAM123456")
        let sender = MatchSender(key: key, environment: .sandbox)
        await sender.client.shutdown()
        await sender.channels.shutdown()
        await #expect(throws: APNSChannelError(.list, .closed)) {
            try await sender.channels.list(bundleID: MatchSender.app)
        }
    }
}
