// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Simulation
import Testing

@testable import APNSProvider

/// Values that tests of channels and broadcasts need.
enum ChannelFixtures {
    /// The channel identifier on Apple's page.
    static let text = "dHN0LXNyY2gtY2hubA=="
    static let app = "com.example.app"
    static let requestID = "4084A6E4-9EA8-4D2A-8A49-9A344A152DA7"

    static func channel() throws -> ChannelID { try #require(ChannelID(text)) }

    static func broadcast(byteCount: Int = 64) throws -> BroadcastRequest {
        BroadcastRequest(
            channelID: try channel(), body: [UInt8](repeating: 0x20, count: byteCount),
            bundleID: app)
    }

    /// A client that manages channels on a scripted server.
    static func client(
        of server: ScriptedServer, clock: VirtualClock? = nil, tokens: ProviderTokenSource? = nil
    ) throws -> APNSChannelClient {
        var configuration = APNSClient.Configuration(
            endpoint: Endpoint(host: "127.0.0.1", port: server.port),
            authentication: .providerToken(try tokens ?? Fixtures.tokenSource()),
            trustRoots: .pem(server.authorityPEM))
        if clock == nil { configuration.waitPatiently() }
        return APNSChannelClient(
            configuration: configuration, time: clock?.timeSource ?? .system)
    }
}
