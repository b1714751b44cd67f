// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

@testable import APNSProvider

/// The server's MAX_HEADER_LIST_SIZE (RFC 9113 section 6.5.2); Apple's servers send 8,000.
@Suite(.timeLimit(.minutes(30)))
struct HeaderLimitTests {
    private func server(_ limit: Int) async throws -> RawServer {
        try await RawServer(
            greeting: [.bytes(RawFrame.settings([(3, 1000), (6, limit)]))]
        ) { _, frame in
            frame.type == RawFrame.data ? [.bytes(RawFrame.response(frame.stream))] : []
        }
    }

    @Test func `headers that exceed the server's limit are not sent`()
        async throws
    {
        let server = try await server(1000)
        let client = try Fixtures.client(of: server)
        var long = try Fixtures.request()
        long.topic = Topic("com.example." + String(repeating: "a", count: 200))
        long.collapseID = try CollapseID(String(repeating: "c", count: 64))
        for _ in 0..<2 {
            let unknown = try #require(try await client.send(long).noResponse)
            #expect(!unknown.mayHaveBeenProcessed)
            #expect(unknown.cause.hasPrefix("the headers have "))
            #expect(
                unknown.cause.contains(
                    "bytes, but the server accepts at most 1000; shorten the topic"))
            #expect(try await client.send(Fixtures.request()).summary == "accepted")
        }
        #expect(server.connections.count == 1)
        #expect(server.frames(RawFrame.headers).count == 2)
        await client.shutdown()
    }

    @Test func `the longest topic and collapse identifier fit Apple's limit`()
        async throws
    {
        let server = try await server(8000)
        let client = try Fixtures.client(of: server)
        var long = try Fixtures.request(3, id: APNSID("1b4e28ba-2fa1-11d2-883f-0016d3cca427"))
        long.topic = Topic("com.example." + String(repeating: "a", count: 188))
        long.collapseID = try CollapseID(String(repeating: "c", count: 64))
        long.expiration = .oneAttempt
        #expect(try await client.send(long).summary == "accepted")
        await client.shutdown()
    }
}
