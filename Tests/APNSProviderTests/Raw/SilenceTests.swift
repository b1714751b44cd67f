// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Simulation
import Testing

@testable import APNSProvider

/// Servers that send nothing, respond too late, or close at the wrong moment.
@Suite(.timeLimit(.minutes(30)))
struct SilenceTests {
    @Test func `requests are sent only after the server's SETTINGS`()
        async throws
    {
        let server = try await RawServer(greeting: []) { _, frame in
            frame.type == RawFrame.data ? [.bytes(RawFrame.response(frame.stream))] : []
        }
        let client = try Fixtures.client(of: server)
        async let outcome = client.send(Fixtures.request())
        await server.connections.waitFor(1)
        await server.waitFor(1, of: RawFrame.windowUpdate)
        #expect(server.frames(RawFrame.headers).isEmpty)
        // Without MAX_CONCURRENT_STREAMS there is no limit (RFC 9113 section 6.5.2).
        server.perform([.bytes(RawFrame.settings([]))])
        #expect(try await outcome.summary == "accepted")
        for _ in 0..<20 { #expect(try await client.send(Fixtures.request()).summary == "accepted") }
        #expect(server.connections.count == 1)
        await client.shutdown()
    }

    @Test func `without SETTINGS the attempt to connect times out`()
        async throws
    {
        let server = try await RawServer(greeting: []) { _, _ in [] }
        let clock = VirtualClock()
        let client = try Fixtures.client(of: server, clock: clock)
        async let outcome = client.send(Fixtures.request())
        await server.connections.waitFor(1)
        await clock.waitForWake(withinSeconds: 10)
        clock.advance(by: .seconds(10))
        let unknown = try await outcome.noResponse
        #expect(unknown?.mayHaveBeenProcessed == false)
        #expect(unknown?.cause == "no connection to 127.0.0.1:\(server.port) within 10 s")
        await server.closed.waitFor(1)
        await client.shutdown()
    }

    @Test func `an unacknowledged PING ends the connection, not the client`()
        async throws
    {
        let server = try await RawServer { connection, frame in
            frame.type == RawFrame.data && (connection > 0 || frame.stream == 1)
                ? [.bytes(RawFrame.response(frame.stream))] : []
        }
        let clock = VirtualClock()
        let client = try Fixtures.client(of: server, clock: clock) {
            $0.idlePingInterval = .seconds(5)
            $0.pingTimeout = .seconds(2)
            $0.requestDeadline = .seconds(60)
        }
        _ = try await client.send(Fixtures.request())
        async let outcome = client.send(Fixtures.request())
        await server.waitFor(2, of: RawFrame.data)
        // A response arrived in the first five seconds.
        await clock.waitForWake(withinSeconds: 5)
        clock.advance(by: .seconds(5))
        await clock.waitForWake(withinSeconds: 5)
        #expect(server.frames(RawFrame.ping).isEmpty)
        clock.advance(by: .seconds(5))
        await server.waitFor(1, of: RawFrame.ping)
        await clock.waitForWake(withinSeconds: 2)
        clock.advance(by: .seconds(2))
        let unknown = try #require(try await outcome.noResponse)
        #expect(unknown.mayHaveBeenProcessed)
        #expect(unknown.cause.contains("the server did not respond to a PING within 2 s"))
        await server.closed.waitFor(1)
        #expect(try await client.send(Fixtures.request()).summary == "accepted")
        #expect(server.connections.count == 2)
        await client.shutdown()
    }

    @Test func `a silent connection is not used again after a deadline`() async throws {
        let server = try await RawServer { connection, frame in
            frame.type == RawFrame.data && (connection > 0 || frame.stream == 1)
                ? [.bytes(RawFrame.response(frame.stream))] : []
        }
        let clock = VirtualClock()
        let client = try Fixtures.client(of: server, clock: clock)
        _ = try await client.send(Fixtures.request())
        async let outcome = client.send(Fixtures.request())
        await server.waitFor(2, of: RawFrame.data)
        await clock.waitForWake(withinSeconds: 15)
        clock.advance(by: .seconds(15))
        #expect(try await outcome.noResponse?.cause == "no response within 15 s")
        await server.waitFor(1, of: RawFrame.ping)
        await clock.waitForWake(withinSeconds: 10)
        clock.advance(by: .seconds(10))
        await server.closed.waitFor(1)
        #expect(try await client.send(Fixtures.request()).summary == "accepted")
        await client.shutdown()
    }

    /// What the server of an idle connection does when it receives the HEADERS of a request.
    @Test(
        arguments: [
            ("GOAWAY below the request", [.bytes(RawFrame.goAway(last: 1)), .close], "accepted"),
            (
                "GOAWAY that includes the request", [.bytes(RawFrame.goAway(last: 3)), .close],
                "unknown"
            ),
            ("the end of TLS", [.close], "unknown"),
            ("the end of TCP", [.cut], "unknown"),
        ] as [(String, [RawServer.Action], String)])
    func `if an idle connection closes, a request is repeated only if it was not processed`(
        name: String, actions: [RawServer.Action], outcome: String
    ) async throws {
        let server = try await RawServer { connection, frame in
            if connection == 0, frame.stream == 3 { return frame.type == 1 ? actions : [] }
            return frame.type == RawFrame.data ? [.bytes(RawFrame.response(frame.stream))] : []
        }
        let client = try Fixtures.client(of: server)
        _ = try await client.send(Fixtures.request())
        let second = try await client.send(Fixtures.request())
        #expect(second.summary.hasPrefix(outcome))
        if let unknown = second.noResponse {
            #expect(unknown.mayHaveBeenProcessed)
        }
        #expect(try await client.send(Fixtures.request()).summary == "accepted")
        #expect(server.connections.count == 2)
        await client.shutdown()
    }

    @Test func `plain text in GOAWAY is reported as the cause`() async throws {
        let text = "Maximum active streams violated for this endpoint."
        let server = try await RawServer { _, frame in
            frame.type == RawFrame.data
                ? [.bytes(RawFrame.goAway(last: 1, code: 2, text)), .close] : []
        }
        let client = try Fixtures.client(of: server)
        let unknown = try #require(try await client.send(Fixtures.request()).noResponse)
        #expect(unknown.mayHaveBeenProcessed)
        #expect(unknown.cause.contains(text))
        await client.shutdown()
    }

    @Test func `a second GOAWAY lowers the last stream`() async throws {
        let server = try await RawServer { connection, frame in
            guard frame.type == RawFrame.data else { return [] }
            if connection > 0 || frame.stream == 1 {
                return [.bytes(RawFrame.response(frame.stream))]
            }
            guard frame.stream == 7 else { return [] }
            return [
                .bytes(RawFrame.goAway(last: 7, "{\"reason\":\"Shutdown\"}")),
                .bytes(RawFrame.goAway(last: 3)), .bytes(RawFrame.response(3)), .close,
            ]
        }
        let client = try Fixtures.client(of: server)
        _ = try await client.send(Fixtures.request())
        let outcomes = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<3 { group.addTask { try await client.send(Fixtures.request()).summary } }
            return try await group.reduce(into: [String]()) { $0.append($1) }
        }
        #expect(outcomes == ["accepted", "accepted", "accepted"])
        #expect(server.frames(RawFrame.headers, connection: 1).count == 2)
        await client.shutdown()
    }
}
