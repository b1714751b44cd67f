// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Synchronization
import Testing

@testable import APNSProvider

/// Flow-control windows in both directions, with a server that counts bytes.
@Suite(.timeLimit(.minutes(30)))
struct FlowControlTests {
    private func request(byteCount: Int) throws -> PushRequest {
        var request = try Fixtures.request()
        request.body = [UInt8](repeating: 0x20, count: byteCount - 2) + Array("{}".utf8)
        return request
    }

    /// The number of body bytes that the server has received.
    private func dataByteCount(_ server: RawServer) -> Int {
        server.frames(RawFrame.data).reduce(0) { $0 + $1.payload.count }
    }

    @Test
    func `the sixteenth body of 4 KiB waits for the window`() async throws {
        let server = try await RawServer { _, _ in [] }
        let client = try Fixtures.client(of: server)
        let request = try request(byteCount: 4096)
        async let first = client.send(request)
        await server.waitFor(1, of: RawFrame.data)
        server.perform([.bytes(RawFrame.response(1))])
        #expect(try await first.summary == "accepted")

        async let outcomes = withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<15 { group.addTask { try await client.send(request).summary } }
            return try await group.reduce(into: [String]()) { $0.append($1) }
        }
        let headers = await server.waitFor(16, of: RawFrame.headers)
        await server.roundTrip()
        #expect(dataByteCount(server) == 65_535)
        #expect(server.frames(RawFrame.data).count { $0.endsStream } == 15)

        server.perform([.bytes(RawFrame.windowUpdate(0, 1))])
        let data = await server.waitFor(17, of: RawFrame.data)
        #expect(data[15].payload.count == 4095 && !data[15].endsStream)
        #expect(data[16].payload.count == 1 && data[16].endsStream)
        #expect(data[16].stream == data[15].stream)
        for frame in headers.dropFirst() {
            server.perform([.bytes(RawFrame.response(frame.stream))])
        }
        #expect(try await outcomes == [String](repeating: "accepted", count: 15))
        await client.shutdown()
    }

    @Test func `a PING is acknowledged while bodies wait for the window`() async throws {
        let server = try await RawServer(
            greeting: [.bytes(RawFrame.settings([(3, 1000), (4, 0)]))]
        ) { _, _ in [] }
        let client = try Fixtures.client(of: server)
        async let outcome = client.send(Fixtures.request())
        await server.waitFor(1, of: RawFrame.headers)
        await server.roundTrip()
        #expect(server.frames(RawFrame.data).isEmpty)
        #expect(server.frames(RawFrame.ping).first?.flags == 1)
        #expect(server.frames(RawFrame.ping).first?.payload == Array(0..<8))

        server.perform([.bytes(RawFrame.settings([(4, 100)]))])
        await server.waitFor(1, of: RawFrame.data)
        server.perform([.bytes(RawFrame.response(1))])
        #expect(try await outcome.summary == "accepted")
        await client.shutdown()
    }

    @Test func `a response before the end of the body ends the request`()
        async throws
    {
        let server = try await RawServer(
            greeting: [.bytes(RawFrame.settings([(3, 1000), (4, 10)]))]
        ) { _, frame in
            frame.type == RawFrame.data && frame.stream == 1
                ? [.bytes(RawFrame.rejection(1, 413, "PayloadTooLarge"))] : []
        }
        let client = try Fixtures.client(of: server)
        #expect(try await client.send(Fixtures.request()).summary == "413 PayloadTooLarge")
        let reset = try #require(await server.waitFor(1, of: RawFrame.reset).first)
        #expect(reset.stream == 1)
        await server.roundTrip()
        #expect(server.frames(RawFrame.data).map(\.payload.count) == [10])
        await client.shutdown()
    }

    @Test func `a body waits while the window is negative`() async throws {
        let server = try await RawServer { _, _ in [] }
        let client = try Fixtures.client(of: server)
        async let first = client.send(Fixtures.request())
        await server.waitFor(1, of: RawFrame.data)
        server.perform([
            .bytes(RawFrame.settings([(4, 20)])), .bytes(RawFrame.response(1)),
        ])
        #expect(try await first.summary == "accepted")
        async let second = client.send(Fixtures.request())
        await server.waitFor(2, of: RawFrame.data)
        // The stream's window changes from 0 to -10, then to 5, then to more than the rest.
        server.perform([.bytes(RawFrame.settings([(4, 10)]))])
        await server.roundTrip()
        #expect(server.frames(RawFrame.data).count == 2)
        server.perform([.bytes(RawFrame.windowUpdate(3, 15))])
        await server.waitFor(3, of: RawFrame.data)
        server.perform([.bytes(RawFrame.settings([(4, 1000)]))])
        let data = await server.waitFor(4, of: RawFrame.data).filter { $0.stream == 3 }
        #expect(data.map(\.payload.count) == [20, 5, try Fixtures.request().body.count - 25])
        #expect(data.last?.endsStream == true)
        server.perform([.bytes(RawFrame.response(3))])
        #expect(try await second.summary == "accepted")
        await client.shutdown()
    }

    @Test func `bodies are split into frames of the server's maximum size`() async throws {
        // The body is one byte longer than the smallest MAX_FRAME_SIZE.
        let server = try await RawServer { _, frame in
            frame.type == RawFrame.data && frame.endsStream
                ? [.bytes(RawFrame.response(frame.stream))] : []
        }
        let client = try Fixtures.client(of: server) { $0.checksPayloadSize = false }
        let outcome = try await client.send(request(byteCount: 16_385))
        #expect(outcome.summary == "accepted")
        #expect(server.frames(RawFrame.data).map(\.payload.count) == [16_384, 1])
        await client.shutdown()
    }

    @Test func `the client opens its window again before responses use it up`() async throws {
        // The server's view of the connection's window: the increments minus the sent bytes.
        let window = Mutex((room: 65_535, least: 65_535))
        let body = String(repeating: " ", count: 4000) + "{\"reason\":\"BadTopic\"}"
        let server = try await RawServer(
            greeting: [.bytes(RawFrame.settings() + RawFrame.windowUpdate(0, 0x7FFF_0000))]
        ) { _, frame in
            if frame.type == RawFrame.windowUpdate, frame.stream == 0 {
                window.withLock { $0.room += RawFrame.number(frame.payload) }
            }
            guard frame.type == RawFrame.data, frame.endsStream else { return [] }
            window.withLock {
                $0.room -= body.utf8.count
                $0.least = min($0.least, $0.room)
            }
            return [.bytes(RawFrame.response(frame.stream, 400, body: body))]
        }
        let client = try Fixtures.client(of: server)
        let request = try Fixtures.request()
        let pushes = (0..<2500).lazy.map { IdentifiedPush(id: $0, request: request) }
        var counts: [String: Int] = [:]
        for try await result in client.send(contentsOf: pushes, inFlightMax: 200) {
            counts[try result.result.get().summary, default: 0] += 1
        }
        #expect(counts == ["400 BadTopic": 2500])
        #expect(window.withLock { $0.least } >= 0)
        await client.shutdown()
    }
}
