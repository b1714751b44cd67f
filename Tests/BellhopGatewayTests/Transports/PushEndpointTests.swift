// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import Foundation
import GatewayAPI
import GatewayModel
import Simulation
import Synchronization
import Testing
import WebPush

@testable import BellhopGateway

/// The checks of browsers' endpoints, which any client can choose.
@Suite(.timeLimit(.minutes(30)))
struct PushEndpointTests {
    /// A resolver whose responses a test sets.
    private final class ScriptedResolver: HostResolver {
        private let state: Mutex<(addresses: [[UInt8]], count: Int)>

        init(_ addresses: [[UInt8]]) { state = Mutex((addresses, 0)) }

        var count: Int { state.withLock { $0.count } }

        func addresses(of host: String) async throws -> [InternetAddress] {
            state.withLock { state in
                state.count += 1
                return state.addresses.compactMap { InternetAddress(bytes: $0) }
            }
        }
    }

    @Test(
        arguments: [
            "http://push.example.com/1", "https://127.0.0.1/1", "https://10.0.0.1/1",
            "https://169.254.169.254/latest", "https://[::1]/1", "https://localhost/1",
            "https://push.internal/1", "https://push.example.com:8443/1", "https://2130706433/1",
            "https://user@push.example.com/1", "file:///etc/passwd",
        ])
    func `an endpoint that is not a public push service is refused`(endpoint: String) async throws {
        #expect(throws: PushEndpointRule.Fault.self) { try PushEndpointRule().check(endpoint) }
        try await TransportScene.run(.sqlite) { scene in
            let keys = BrowserKeys()
            let subscription = try keys.subscription(endpoint: "https://push.example.com/1")
            var request = InstallationRequest(
                app: TransportScene.app, token: nil, environment: .production)
            request.webPush = BrowserSubscription(
                endpoint: endpoint,
                keys: .init(
                    p256dh: Base64URL.encode(subscription.browserKey),
                    auth: Base64URL.encode(subscription.authentication)))
            await #expect(throws: Problem.self) {
                try await scene.gateway.registerInstallation(id: "b", request)
            }
        }
    }

    @Test func `an endpoint of a push service is accepted`() throws {
        let rule = PushEndpointRule()
        for endpoint in [
            "https://fcm.googleapis.com/fcm/send/a:b", "https://web.push.apple.com/QJ-x",
            "https://updates.push.services.mozilla.com:443/wpush/v2/gAAA",
        ] { #expect(try rule.check(endpoint).port == 443) }
        let local = PushEndpointRule(allowsLoopback: true)
        #expect(try local.check("http://127.0.0.1:2200/wpush/v1/x").port == 2200)
        #expect(throws: PushEndpointRule.Fault.self) {
            try local.check("https://push.example.com:8443/1")
        }
    }

    @Test(arguments: [[127, 0, 0, 1], [10, 1, 2, 3], [169, 254, 169, 254]] as [[UInt8]])
    func `a request fails if one address of its host is not public`(
        address: [UInt8]
    ) async throws {
        let clock = VirtualClock()
        let resolver = ScriptedResolver([[93, 184, 216, 34], address])
        let exchange = PushServiceExchange(
            rule: PushEndpointRule(), resolver: resolver, trustRoots: .system,
            time: clock.timeSource)
        await #expect(throws: HTTPExchangeFailure.self) {
            try await exchange.post(
                HTTPExchangeRequest(url: "https://push.example.com/1", headers: [], body: []))
        }
        #expect(resolver.count == 1)
        await exchange.shutdown()
    }

    @Test func `connections go to the address that was checked`() async throws {
        let server = try await RawServer.start(
            .respond("HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n"))
        let clock = VirtualClock()
        let resolver = ScriptedResolver([[127, 0, 0, 1]])
        let exchange = PushServiceExchange(
            rule: PushEndpointRule(allowsLoopback: true), resolver: resolver,
            trustRoots: .system, time: clock.timeSource)
        let response = try await exchange.post(
            HTTPExchangeRequest(
                url: "http://localhost:\(server.port)/wpush/1", headers: [("ttl", "60")],
                body: [1, 2, 3]))
        #expect(response.status == 201)
        #expect(resolver.count == 1)
        let text = server.received.lowercased()
        #expect(text.hasPrefix("post /wpush/1 http/1.1\r\n"), "\(text)")
        #expect(text.contains("host: localhost:\(server.port)\r\n"))
        await exchange.shutdown()
        try await server.close()
    }
}
