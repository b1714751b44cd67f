// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import HTTPTypes
import Simulation
import Testing

@testable import BellhopGateway

@Suite(.timeLimit(.minutes(30))) struct CallLimitTests {
    private let address = ClientAddress("192.0.2.1")

    @Test func `a key that exceeds its own limit gets 429 with the time to wait`() async throws {
        try await HTTPScene.run { http in
            let created = try await http.ask(
                .post, "/v1/keys",
                #"{"name":"slow","scopes":["apps:read"],"requests_per_minute":60}"#)
            let key = try created.decode(APIKeyResource.self)
            #expect(key.requestsPerMinute == 60)
            let authorization = "Bearer \(try #require(key.key))"
            for left in (0..<10).reversed() {
                let response = try await http.ask(.get, "/v1/apps", authorization: authorization)
                #expect(response.status == 200)
                #expect(response.headers[try name("RateLimit-Policy")] == "\"key\";q=10;w=10")
                #expect(
                    response.headers[try name("RateLimit")] == "\"key\";r=\(left);t=\(10 - left)")
            }
            let refused = try await http.ask(.get, "/v1/apps", authorization: authorization)
            #expect(refused.status == 429)
            #expect(try refused.problem().code == "too_many_requests")
            #expect(refused.headers[.retryAfter] == "1")
            #expect(refused.headers[try name("RateLimit")] == "\"key\";r=0;t=10")
            // Another key is not affected, and the limited key may send again after a second.
            #expect(try await http.ask(.get, "/v1/apps").status == 200)
            http.scene.clock.advance(by: .seconds(1))
            let again = try await http.ask(.get, "/v1/apps", authorization: authorization)
            #expect(again.status == 200)
            let list = try await http.ask(.get, "/v1/keys").decode(APIKeyList.self)
            #expect(list.keys.first { $0.id == key.id }?.requestsPerMinute == 60)
        }
    }

    private func name(_ text: String) throws -> HTTPField.Name {
        try #require(HTTPField.Name(text))
    }

    @Test(arguments: ["0", "-1", "6000001", "1.5", "\"60\""])
    func `an invalid limit is refused`(number: String) async throws {
        try await HTTPScene.run { http in
            let response = try await http.ask(
                .post, "/v1/keys",
                #"{"name":"n","scopes":["apps:read"],"requests_per_minute":\#(number)}"#)
            #expect(try response.problem().code == "bad_value")
        }
    }

    @Test func `a key cannot create a key with a higher limit than its own`() async throws {
        try await HTTPScene.run { http in
            let gateway = http.scene.gateway
            let slow = try await gateway.createKey(
                APIKeyRequest(
                    name: "slow", scopes: [.keysWrite, .appsRead], requestsPerMinute: 100))
            let stored = try #require(try await http.scene.store.key(id: slow.id))
            let inherited = try await gateway.createKey(
                APIKeyRequest(name: "n", scopes: [.appsRead]), by: stored)
            #expect(inherited.requestsPerMinute == 100)
            await #expect(throws: Problem.self) {
                try await gateway.createKey(
                    APIKeyRequest(name: "n", scopes: [.appsRead], requestsPerMinute: 101),
                    by: stored)
            }
        }
    }

    @Test func `an address may fail twenty times at once, and then once every three seconds`()
        throws
    {
        let clock = VirtualClock()
        let limits = CallLimits(requestsPerMinute: 60, time: clock.timeSource)
        let unknown = Problem(.keyUnknown, "x")
        func status() -> Int {
            let error = limits.failed(unknown, from: address)
            return (error as? TooManyRequests)?.problem.status ?? (error as? Problem)?.status ?? 0
        }
        #expect((0..<22).map { _ in status() } == Array(repeating: 401, count: 20) + [429, 429])
        #expect(
            (limits.failed(unknown, from: ClientAddress("192.0.2.2")) as? Problem)?.status == 401)
        #expect((limits.failed(unknown, from: nil) as? Problem)?.status == 401)
        clock.advance(by: .seconds(3))
        #expect(status() == 401)
        #expect(status() == 429)
    }

    @Test func `a failure that is not about the key is not counted`() throws {
        let limits = CallLimits(requestsPerMinute: 60, time: VirtualClock().timeSource)
        for _ in 0..<100 {
            let error = limits.failed(Problem(.scopeMissing, "x"), from: address)
            #expect((error as? Problem)?.status == 403)
        }
        #expect((limits.failed(Problem(.keyUnknown, "x"), from: address) as? Problem) != nil)
    }

    /// Behind a proxy, all clients have one address.
    @Test func `unknown keys do not lock out a valid key at the same address`() async throws {
        let scene = try await GatewayScene()
        let limits = scene.gateway.callLimits
        for _ in 0..<1_000 {
            _ = limits.failed(Problem(.keyUnknown, "x"), from: address)
        }
        let key = try await scene.gateway.authenticate(scene.keyText)
        for _ in 0..<100 { _ = try limits.count(key) }
    }
}
