// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import NIOPosix
import Synchronization
import Testing

@testable import APNSProvider

/// What never reaches the transport.
struct RequestCheckTests {
    /// Accepts everything and counts.
    private final class CountingTransport: PushTransport {
        let count = Mutex(0)
        func send(_ request: PushRequest) async throws(APNSClientError) -> PushOutcome {
            count.withLock { $0 += 1 }
            return .accepted(Acceptance(apnsID: request.id))
        }
        func shutdown() async {}
        func abandon() {}
    }

    @Test func `a body too long for its type is refused unsent, one that just fits is not`()
        async throws
    {
        let transport = CountingTransport()
        let client = APNSClient(transport: transport)
        var request = try Fixtures.request()
        request.body = [UInt8](repeating: 0x20, count: 4097)
        await #expect(
            throws: PushRequestError.bodyTooLong(byteCount: 4097, limit: 4096, pushType: .alert)
        ) { try await client.send(request) }
        request.body.removeLast()
        #expect(try await client.send(request).acceptance != nil)
        #expect(transport.count.withLock { $0 } == 1)
    }

    @Test func `without the check of sizes a topic still has to be one`() async throws {
        let client = APNSClient(transport: CountingTransport(), checksPayloadSize: false)
        var request = try Fixtures.request()
        request.body = []
        #expect(try await client.send(request).acceptance != nil)
        request.topic = Topic("com.example\r\nx: y")
        await #expect(throws: PushRequestError.badTopic(request.topic.text)) {
            try await client.send(request)
        }
    }

    @Test func `an empty body can be sent to see what the server says`() async throws {
        let server = try await ScriptedServer { [.reject($0, 400, "PayloadEmpty")] }
        let client = try Fixtures.client(of: server) { $0.checksPayloadSize = false }
        var request = try Fixtures.request()
        request.body = []
        #expect(try await client.send(request).rejection?.reason == .payloadEmpty)
        #expect(server.requests.values.first?.header("content-length") == "0")
        await client.shutdown()
    }
}
