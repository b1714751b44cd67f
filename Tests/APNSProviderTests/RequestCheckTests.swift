// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

@testable import APNSProvider

/// Requests that are refused before they reach the server.
struct RequestCheckTests {
    @Test func `a body that is too long for its type is not sent`()
        async throws
    {
        let server = try await ScriptedServer { [.accept($0)] }
        let client = try Fixtures.client(of: server)
        var request = try Fixtures.request()
        request.body = [UInt8](repeating: 0x20, count: 4097)
        await #expect(
            throws: PushRequestError.bodyTooLong(byteCount: 4097, limit: 4096, pushType: .alert)
        ) { try await client.send(request) }
        request.body.removeLast()
        #expect(try await client.send(request).acceptance != nil)
        #expect(server.requests.values.map(\.body.count) == [4096])
        await client.shutdown()
    }

    @Test func `without the size check, the topic is still checked`() async throws {
        let server = try await ScriptedServer { [.accept($0)] }
        let client = try Fixtures.client(of: server) { $0.checksPayloadSize = false }
        var request = try Fixtures.request()
        request.body = []
        #expect(try await client.send(request).acceptance != nil)
        request.topic = Topic("com.example\r\nx: y")
        await #expect(throws: PushRequestError.badTopic(request.topic.text)) {
            try await client.send(request)
        }
        #expect(server.requests.count == 1)
        await client.shutdown()
    }

    @Test func `without the size check, an empty body can be sent`() async throws {
        let server = try await ScriptedServer { [.reject($0, 400, "PayloadEmpty")] }
        let client = try Fixtures.client(of: server) { $0.checksPayloadSize = false }
        var request = try Fixtures.request()
        request.body = []
        #expect(try await client.send(request).rejection?.reason == .payloadEmpty)
        #expect(server.requests.values.first?.header("content-length") == "0")
        await client.shutdown()
    }
}
