// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSProvider
import APNSWire
import BellhopGateway
import Foundation
import Simulation
import Testing

struct APNSClientPoolTests {
    private func credential(_ keyID: String = "ABC123DEFG", p8: String? = nil) throws
        -> AppCredential
    {
        let key = try ProviderKey.generate(keyID: "ABC123DEFG", teamID: "DEF123GHIJ")
        return AppCredential(
            bundleID: "com.example.app", keyID: keyID, teamID: "DEF123GHIJ", p8: p8 ?? key.p8Text,
            fingerprint: "f")
    }

    private func request() throws -> PushRequest {
        PushRequest(
            deviceToken: try DeviceToken(bytes: [UInt8](repeating: 1, count: 32)),
            payload: Payload(aps: APS(alert: .text("x"))), bundleID: "com.example.app")
    }

    private let lane = SendingLane(bundleID: "com.example.app", environment: .sandbox)

    /// Port 1 of this machine: nothing listens there.
    private let nowhere = Endpoint(host: "127.0.0.1", port: 1)

    @Test
    func `if the endpoint is unreachable, the outcome says that the request was not processed`()
        async throws
    {
        let pool = APNSClientPool(endpoints: [.sandbox: nowhere])
        let outcome = try await pool.send(
            try request(), app: try credential(), in: lane)
        guard case .unknown(let unknown) = outcome else {
            Issue.record("the outcome was \(outcome)")
            return
        }
        #expect(!unknown.mayHaveBeenProcessed)
        await pool.shutdown()
    }

    @Test func `sending with a credential whose key cannot be read throws an error`() async throws {
        let pool = APNSClientPool(endpoints: [.sandbox: nowhere])
        await #expect(throws: ProviderKeyError.self) {
            try await pool.send(
                try request(), app: try credential(p8: "no key"), in: lane)
        }
        await pool.shutdown()
    }

    @Test func `a pool can be shut down twice, and then sending throws an error`() async throws {
        let pool = APNSClientPool(endpoints: [.sandbox: nowhere])
        await pool.shutdown()
        await pool.shutdown()
        await #expect(throws: APNSClientError.closed) {
            try await pool.send(try request(), app: try credential(), in: lane)
        }
    }

    @Test func `only one gateway can open a database file, and its development key is kept`()
        async throws
    {
        let directory = try TemporaryDirectory()
        let configuration = Gateway.Configuration(
            database: directory.path())
        let gateway = try await Gateway.open(configuration)
        let key = try await gateway.makeDevelopmentKey()
        await #expect(throws: GatewayStoreError.self) { try await Gateway.open(configuration) }
        try await gateway.close()
        let again = try await Gateway.open(configuration)
        #expect(try await again.makeDevelopmentKey(kept: key) == key)
        try await again.close()
    }
}
