// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import NIOHTTP2
import Synchronization
import Testing

@testable import APNSProvider

/// Opening and closing connections, over sockets.
@Suite(.timeLimit(.minutes(30)))
struct PoolTests {
    private func send(_ count: Int, with client: APNSClient) async throws -> [PushOutcome] {
        let request = try Fixtures.request()
        return try await withThrowingTaskGroup(of: PushOutcome.self) { group in
            for _ in 0..<count { group.addTask { try await client.send(request) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test(arguments: [1, 3])
    func `connections can be opened in advance`(
        count: Int
    ) async throws {
        // The first request of each connection gets no response, so the next request uses another
        // connection.
        let server = try await ScriptedServer { $0.stream == 1 ? [] : [.accept($0)] }
        let client = try Fixtures.client(of: server)
        try await client.connect(count)
        await server.connections.waitFor(count)
        #expect(server.requests.count == 0)
        try await client.connect(count)
        async let first = send(count, with: client)
        let requests = await server.requests.waitFor(count)
        #expect(Set(requests.map(\.connection)).count == count)
        for request in requests {
            server.perform([.accept(request)], connection: request.connection)
        }
        #expect(try await first.allSatisfy { $0.acceptance != nil })
        #expect(try await send(50, with: client).allSatisfy { $0.acceptance != nil })
        #expect(server.connections.count == count)
        await client.shutdown()
    }

    @Test func `the limit also applies to connections that are opened in advance`() async throws {
        let server = try await ScriptedServer { [.accept($0)] }
        let client = try Fixtures.client(of: server) { $0.maxConnections = 2 }
        try await client.connect(100)
        await server.connections.waitFor(2)
        await client.shutdown()
        #expect(server.connections.count == 2)
    }

    @Test func `connecting in advance reports why it fails`() async throws {
        let server = try await ScriptedServer { [.accept($0)] }
        let client = try Fixtures.client(of: server) { $0.endpoint.port = 1 }
        let cause = "cannot connect to 127.0.0.1:1: Connection refused"
        await #expect(throws: APNSClientError.notConnected(cause)) { try await client.connect(2) }
        await client.shutdown()
        let error = await #expect(throws: APNSClientError.self) { try await client.connect() }
        #expect(error != nil)
    }

    @Test func `the pool grows to its limit under load, and a shutdown closes all connections`()
        async throws
    {
        var options = ScriptedServer.Options()
        options.settings = [.init(parameter: .maxConcurrentStreams, value: 5)]
        let held = Mutex<[ScriptedServer.Request]>([])
        let server = try await ScriptedServer(options: options) { request in
            if request.stream == 1 { return [.accept(request)] }
            held.withLock { $0.append(request) }
            return []
        }
        let client = try Fixtures.client(of: server) { $0.maxConnections = 3 }
        async let outcomes = send(3 + 15 + 40, with: client)
        // The first request on each connection gets a response; then all connections are full.
        await server.requests.waitFor(3 + 15)
        #expect(server.connections.count == 3)
        #expect(server.requests.values.allSatisfy { $0.openCount <= 5 })
        var respondedCount = 0
        while respondedCount < 55, !Task.isCancelled {
            let ready = held.withLock { held in
                defer { held = [] }
                return held
            }
            respondedCount += ready.count
            for request in ready {
                server.perform([.accept(request)], connection: request.connection)
            }
            if ready.isEmpty { await Task.yield() }
        }
        #expect(try await outcomes.allSatisfy { $0.acceptance != nil })
        #expect(server.connections.count == 3)
        #expect(server.requests.values.allSatisfy { $0.openCount <= 5 })
        await client.shutdown()
        #expect(await server.closed.waitFor(3).count == 3)
    }

    @Test func `a shutdown under load loses and repeats no request`() async throws {
        let server = try await ScriptedServer { [.accept($0)] }
        let client = try Fixtures.client(of: server)
        _ = try await client.send(Fixtures.request())
        let request = try Fixtures.request()
        let (accepted, closed) = try await withThrowingTaskGroup(of: Bool?.self) { group in
            for number in 0..<400 {
                group.addTask {
                    do {
                        return try await client.send(request).acceptance != nil
                    } catch APNSClientError.closed { return nil }
                }
                if number == 200 {
                    group.addTask {
                        await client.shutdown(); return nil
                    }
                }
            }
            return try await group.reduce(into: (0, 0)) { counts, isAccepted in
                if isAccepted == true { counts.0 += 1 }
                if isAccepted == nil { counts.1 += 1 }
            }
        }
        // `closed` includes the task that shuts the client down.
        #expect(accepted + closed == 401)
        #expect(server.requests.count == accepted + 1)
    }

    @Test
    func `after three failed attempts to connect, a request succeeds when the server listens`()
        async throws
    {
        let server = try await ScriptedServer { [.accept($0)] }
        let port = server.port
        await server.stop()
        let client = try Fixtures.client(of: server) { $0.endpoint.port = port }
        for _ in 0..<3 {
            let unknown = try #require(try await client.send(Fixtures.request()).noResponse)
            #expect(!unknown.mayHaveBeenProcessed)
        }
        var options = ScriptedServer.Options()
        options.port = port
        options.authority = server.authority
        let again = try await ScriptedServer(options: options) { [.accept($0)] }
        #expect(try await client.send(Fixtures.request()).acceptance != nil)
        #expect(again.connections.count == 1)
        await client.shutdown()
    }

    @Test func `a shutdown during an attempt to connect ends with the attempt`()
        async throws
    {
        // Accepts the connection and sends nothing, not even a TLS handshake.
        let silent = try await TestProxy { _ in .silence }
        let server = try await ScriptedServer { [.accept($0)] }
        let client = try Fixtures.client(of: server) {
            $0.endpoint.port = silent.port
            $0.connectTimeout = .milliseconds(200)
        }
        async let outcome = client.send(Fixtures.request())
        async let connected: Void = client.connect(2)
        await client.shutdown()
        // The request may have been made before or after the shutdown.
        if let unknown = try? await outcome.noResponse {
            #expect(!unknown.mayHaveBeenProcessed)
        }
        _ = try? await connected
        await #expect(throws: APNSClientError.closed) { try await client.send(Fixtures.request()) }
    }

    @Test func `503 Shutdown ends only its own connection, and no request is repeated`()
        async throws
    {
        let server = try await ScriptedServer { request in
            request.connection == 0 && request.stream == 3
                ? [.reject(request, 503, "Shutdown")] : [.accept(request)]
        }
        let client = try Fixtures.client(of: server)
        _ = try await client.send(Fixtures.request())
        #expect(try await client.send(Fixtures.request()).summary == "503 Shutdown")
        await server.closed.waitFor(1)
        #expect(try await client.send(Fixtures.request()).summary == "accepted")
        #expect(server.requests.values.map(\.connection) == [0, 0, 1])
        await client.shutdown()
    }

    @Test func `after GOAWAY, only requests that cannot have been processed are sent again`()
        async throws
    {
        // The server reports in GOAWAY that it has read the first 40 requests of a burst, and
        // closes.
        let server = try await RawServer { connection, frame in
            guard frame.type == RawFrame.data else { return [] }
            if connection > 0 || frame.stream == 1 {
                return [.bytes(RawFrame.response(frame.stream))]
            }
            return frame.stream == 2 * 100 + 1 ? [.bytes(RawFrame.goAway(last: 81)), .close] : []
        }
        let client = try Fixtures.client(of: server)
        _ = try await client.send(Fixtures.request())
        let summaries = try await send(100, with: client).map(\.summary)
        #expect(summaries.count { $0 == "unknown, may be processed" } == 40)
        #expect(summaries.count { $0 == "accepted" } == 60)
        #expect(server.frames(RawFrame.headers, connection: 1).count == 60)
        await client.shutdown()
    }

    @Test func `cancelling a waiting request removes it from the queue`()
        async throws
    {
        var options = ScriptedServer.Options()
        options.settings = [.init(parameter: .maxConcurrentStreams, value: 1)]
        let server = try await ScriptedServer(options: options) { request in
            request.stream == 3 ? [] : [.accept(request)]
        }
        let client = try Fixtures.client(of: server)
        _ = try await client.send(Fixtures.request())
        async let first = client.send(Fixtures.request())
        await server.requests.waitFor(2)
        let second = Task { try await client.send(Fixtures.request(2)) }
        let third = Task { try await client.send(Fixtures.request(3)) }
        second.cancel()
        let unknown = try #require(try await second.value.noResponse)
        #expect(!unknown.mayHaveBeenProcessed)
        server.perform([.respond(stream: 3, status: 200)])
        #expect(try await first.acceptance != nil)
        #expect(try await third.value.acceptance != nil)
        #expect(server.requests.count == 3)
        await client.shutdown()
    }
}
