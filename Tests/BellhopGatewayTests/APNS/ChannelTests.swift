// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSProvider
import APNSService
import APNSSimulator
import APNSWire
import Foundation
import GatewayAPI
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import ServiceLifecycle
import Testing

@testable import BellhopGateway

/// Broadcast channels through the gateway, at a simulated APNs.
@Suite(.timeLimit(.minutes(30))) struct ChannelTests {
    static let app = "com.example.app"

    struct Scene: Sendable {
        let client: any TestClientProtocol
        let key: String
        /// The simulated APNs.
        let host: ServiceHost

        func ask(
            _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil,
            key other: String? = nil
        ) async throws -> (status: Int, body: Data) {
            try await client.execute(
                uri: path, method: method,
                headers: [.authorization: "Bearer \(other ?? key)"],
                body: body.map { ByteBuffer(string: $0) }
            ) { ($0.status.code, Data($0.body.readableBytesView)) }
        }

        func problem(
            _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil
        ) async throws -> String {
            try GatewayJSON.decode(Problem.self, from: try await ask(method, path, body).body).code
        }
    }

    static func run(
        _ body: @escaping @Sendable (Scene, Gateway) async throws -> Void
    ) async throws {
        let key = try ProviderKey.generate(keyID: "ABC123DEFG", teamID: "DEF123GHIJ")
        let host = ServiceHost(service: PushService(tokenCheck: SignedTokenCheck()))
        try host.registerKey(
            RegisteredKey(keyID: key.keyID, teamID: key.teamID, publicKey: key.publicKey))
        try host.registerApp(bundleID: app, teamID: key.teamID)
        let authority = try LocalAuthority(now: TimeSource.system.now)
        let server = try await SimulatorServer.start(
            listeners: [.init(.sandbox, port: 0), .init(.sandbox, .channels, port: 0)],
            identity: SimulatorServer.makeIdentity(authority: authority),
            clientAuthorities: CertificateAuthorities(pem: [authority.certificatePEM]), host: host)
        let directory = try TemporaryDirectory()
        defer { withExtendedLifetime(directory) {} }
        var configuration = Gateway.Configuration(database: directory.path())
        configuration.trustRoots = .pem(authority.certificatePEM)
        configuration.endpoints[.sandbox] = Endpoint(
            host: "127.0.0.1", port: try #require(server.port(.sandbox)))
        configuration.channelEndpoints[.sandbox] = Endpoint(
            host: "127.0.0.1", port: try #require(server.port(.sandbox, .channels)))
        let gateway = try await Gateway.open(configuration)
        _ = try await gateway.putApp(bundleID: app, name: "Example", userProof: nil)
        _ = try await gateway.putCredential(
            bundleID: app,
            CredentialRequest(p8: key.p8Text, keyID: key.keyID, teamID: key.teamID))
        let apiKey = try await gateway.makeAPIKey(name: "test")
        let application = Application(
            router: makeGatewayRouter(for: gateway), logger: Logger(label: "test"))
        let group = ServiceGroup(
            services: gateway.services,
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            let result: Result<Void, any Error>
            do {
                try await application.test(.router) { client in
                    try await body(Scene(client: client, key: apiKey, host: host), gateway)
                }
                result = .success(())
            } catch { result = .failure(error) }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
            try result.get()
        }
        try await gateway.close()
        await server.shutdown()
    }

    @Test func `a channel is created, listed, broadcast to and deleted with the app's credential`()
        async throws
    {
        try await Self.run { scene, _ in
            let query = "?environment=sandbox"
            let made = try await scene.ask(
                .post, "/v1/channels" + query, #"{"storage":"none"}"#)
            #expect(made.status == 201)
            let channel = try GatewayJSON.decode(ChannelResource.self, from: made.body)
            #expect(channel.storage == ChannelStorageName.none)
            let path = "/v1/channels/" + PercentCoding.encode(channel.id)
            let shown = try await scene.ask(.get, path + query)
            #expect(try GatewayJSON.decode(ChannelResource.self, from: shown.body) == channel)
            let list = try await scene.ask(.get, "/v1/channels" + query)
            #expect(
                try GatewayJSON.decode(ChannelList.self, from: list.body).channels.map(\.id)
                    == [channel.id])
            let payload =
                #"{"aps":{"event":"update","timestamp":1767225600,"content-state":{"home":1}}}"#
            let sent = try await scene.ask(.post, path + "/broadcasts" + query, payload)
            #expect(sent.status == 202)
            #expect(
                try GatewayJSON.decode(BroadcastResource.self, from: sent.body).channel
                    == channel.id)
            // A channel without storage accepts no expiration.
            let late = path + "/broadcasts" + query + "&expires_in=60"
            #expect(try await scene.problem(.post, late, payload) == "apns_refused")
            #expect(try await scene.ask(.delete, path + query).status == 204)
            for (method, path, body) in [
                (HTTPRequest.Method.get, path, nil), (.delete, path, nil),
                (.post, path + "/broadcasts", payload),
            ] {
                #expect(
                    try await scene.problem(method, path + query, body) == "channel_not_found")
            }
        }
    }

    @Test func `an invalid or forbidden request about channels is refused`() async throws {
        try await Self.run { scene, gateway in
            for (path, code) in [
                ("/v1/channels", "environment_needed"),
                ("/v1/channels?environment=moon", "bad_value"),
                ("/v1/channels?environment=sandbox&after=1", "unknown_key"),
                ("/v1/channels?environment=sandbox&app=com.example.none", "app_not_found"),
                ("/v1/channels/***?environment=sandbox", "bad_value"),
            ] { #expect(try await scene.problem(.get, path) == code, "\(path)") }
            let path = "/v1/channels/dHN0LXNyY2gtY2hubA%3D%3D/broadcasts?environment=sandbox"
            #expect(
                try await scene.problem(.post, path, #"{"aps":{"alert":"Hi"}}"#)
                    == "value_missing")
            #expect(
                try await scene.problem(
                    .post, "/v1/channels?environment=sandbox", #"{"storage":"all"}"#)
                    == "bad_value")
            let reader = try await gateway.createKey(
                APIKeyRequest(name: "reader", scopes: [.campaignsRead])
            ).key
            #expect(
                try await scene.ask(.post, "/v1/channels?environment=sandbox", key: reader).status
                    == 403)
            // An app without a credential cannot ask APNs.
            _ = try await gateway.putApp(bundleID: "com.example.b", name: "B", userProof: nil)
            #expect(
                try await scene.problem(
                    .get, "/v1/channels?environment=sandbox&app=com.example.b") == "no_credential")
        }
    }
}
