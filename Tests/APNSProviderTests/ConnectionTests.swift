// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import NIOHTTP2
import NIOPosix
import Simulation
import Synchronization
import Testing

@testable import APNSProvider

/// How the client uses connections and streams, over sockets.
@Suite(.timeLimit(.minutes(30)))
struct ConnectionTests {
    /// Sends requests at the same time and returns their outcomes in the order of the requests.
    private func send(_ count: Int, with client: APNSClient) async throws -> [PushOutcome] {
        try await withThrowingTaskGroup(of: (Int, PushOutcome).self) { group in
            for number in 0..<count {
                let request = try Fixtures.request(UInt8(number % 256))
                group.addTask { (number, try await client.send(request)) }
            }
            var outcomes: [Int: PushOutcome] = [:]
            for try await (number, outcome) in group { outcomes[number] = outcome }
            return (0..<count).compactMap { outcomes[$0] }
        }
    }

    @Test func `a new client sends its first hundred requests on one connection`() async throws {
        let server = try await ScriptedServer { [.accept($0)] }
        let client = try Fixtures.client(of: server)
        let outcomes = try await send(100, with: client)
        #expect(outcomes.allSatisfy { $0.acceptance != nil })
        #expect(server.connections.count == 1)
        #expect(server.requests.values.first?.openCount == 1, "the first request is sent alone")
        await client.shutdown()
    }

    @Test func `a server that allows one request at a time gets one at a time`() async throws {
        var options = ScriptedServer.Options()
        options.settings = [.init(parameter: .maxConcurrentStreams, value: 1)]
        let server = try await ScriptedServer(options: options) { [.accept($0)] }
        let client = try Fixtures.client(of: server)
        let outcomes = try await send(50, with: client)
        #expect(outcomes.count == 50 && outcomes.allSatisfy { $0.acceptance != nil })
        #expect(server.requests.values.allSatisfy { $0.openCount == 1 })
        #expect(server.connections.count == 1)
        await client.shutdown()
    }

    @Test func `the client uses a stream limit that the server raises after the first response`()
        async throws
    {
        var options = ScriptedServer.Options()
        options.settings = [.init(parameter: .maxConcurrentStreams, value: 1)]
        // The first request gets a response immediately, the others get theirs when all have
        // arrived.
        let held = Mutex<[ScriptedServer.Request]>([])
        let server = try await ScriptedServer(options: options) { request in
            if request.stream == 1 { return [.maxConcurrentStreams(20), .accept(request)] }
            return held.withLock { held in
                held.append(request)
                return held.count == 20 ? held.map { .accept($0) } : []
            }
        }
        let client = try Fixtures.client(of: server)
        let outcomes = try await send(21, with: client)
        #expect(outcomes.allSatisfy { $0.acceptance != nil })
        #expect(server.requests.values.map(\.openCount).max() == 20)
        await client.shutdown()
    }

    @Test func `bodies of 128 KiB in all are sent through a window of 64 KiB`() async throws {
        let held = Mutex<[ScriptedServer.Request]>([])
        let server = try await ScriptedServer { request in
            if request.stream == 1 { return [.accept(request)] }
            return held.withLock { held in
                held.append(request)
                return held.count == 32 ? held.map { .accept($0) } : []
            }
        }
        // One connection only: a second would be opened while the window is used up.
        let client = try Fixtures.client(of: server) { $0.maxConnections = 1 }
        var request = try Fixtures.request()
        request.body = [UInt8](repeating: 0x20, count: 4094) + Array("{}".utf8)
        let outcomes = try await withThrowingTaskGroup(of: PushOutcome.self) { [request] group in
            for _ in 0..<33 { group.addTask { try await client.send(request) } }
            return try await group.reduce(into: [PushOutcome]()) { $0.append($1) }
        }
        #expect(outcomes.count == 33 && outcomes.allSatisfy { $0.acceptance != nil })
        #expect(server.requests.values.allSatisfy { $0.body.count == 4096 })
        await client.shutdown()
    }

    @Test func `after GOAWAY, requests above its last stream are sent again`()
        async throws
    {
        let server = try await ScriptedServer { request in
            if request.connection > 0 || request.stream == 1 { return [.accept(request)] }
            return []
        }
        let client = try Fixtures.client(of: server)
        _ = try await client.send(Fixtures.request())
        let id = try #require(APNSID("1b4e28ba-2fa1-11d2-883f-0016d3cca427"))
        async let below = client.send(Fixtures.request(2))
        await server.requests.waitFor(2)
        async let above = client.send(Fixtures.request(3, id: id))
        await server.requests.waitFor(3)
        server.perform([.goAway(lastStream: 3)])
        #expect(try await above.acceptance?.apnsID == id)
        server.perform([.respond(stream: 3, status: 200, headers: [("apns-unique-id", "late")])])
        #expect(try await below.acceptance?.uniqueID == "late")
        let seen = server.requests.values
        try #require(seen.map(\.connection) == [0, 0, 0, 1])
        #expect(seen[3].headers.map(\.value) == seen[2].headers.map(\.value), "the same headers")
        await server.closed.waitFor(1)
        await client.shutdown()
    }

    @Test func `a reason in GOAWAY is reported, and the client reconnects only once`() async throws
    {
        let server = try await ScriptedServer { _ in
            [.goAway(lastStream: 0, data: "{\"reason\":\"BadCertificateEnvironment\"}"), .close]
        }
        let client = try Fixtures.client(of: server)
        for outcome in try await send(20, with: client) {
            let unknown = try #require(outcome.noResponse)
            #expect(unknown.cause.contains("BadCertificateEnvironment"))
            #expect(!unknown.mayHaveBeenProcessed)
        }
        #expect(server.connections.count == 2)
        await client.shutdown()
    }

    @Test func `a request on a refused stream is sent again three times at most`() async throws {
        let server = try await ScriptedServer { request in
            if request.header(":path")?.hasSuffix("0909") == true {
                return [.reset(stream: request.stream, .refusedStream)]
            }
            return request.stream == 1 ? [.reset(stream: 1, .refusedStream)] : [.accept(request)]
        }
        let client = try Fixtures.client(of: server)
        #expect(try await client.send(Fixtures.request()).acceptance != nil)
        #expect(server.requests.count == 2)
        let unknown = try await client.send(Fixtures.request(9)).noResponse
        #expect(unknown?.mayHaveBeenProcessed == false)
        #expect(unknown?.cause.contains("REFUSED_STREAM") == true)
        #expect(server.requests.count == 6)
        #expect(Set(server.requests.values.dropFirst(2).map { "\($0.headers)" }).count == 1)
        await client.shutdown()
    }

    @Test func `a request whose stream was reset may have been processed`() async throws {
        let server = try await ScriptedServer { [.reset(stream: $0.stream, .internalError)] }
        let client = try Fixtures.client(of: server)
        let unknown = try await client.send(Fixtures.request()).noResponse
        #expect(unknown?.mayHaveBeenProcessed == true)
        #expect(unknown?.cause.contains("INTERNAL_ERROR") == true)
        #expect(server.requests.count == 1)
        await client.shutdown()
    }

    @Test
    func `when a connection is lost, the outcome is unknown and a new connection is opened`()
        async throws
    {
        let server = try await ScriptedServer { $0.connection == 0 ? [.close] : [.accept($0)] }
        let client = try Fixtures.client(of: server)
        let unknown = try await client.send(Fixtures.request()).noResponse
        #expect(unknown?.mayHaveBeenProcessed == true)
        #expect(unknown?.cause.contains("the server closed the connection") == true)
        #expect(try await client.send(Fixtures.request()).acceptance != nil)
        await client.shutdown()
    }

    @Test func `a status is used even if the connection is lost before the response ends`()
        async throws
    {
        let server = try await ScriptedServer {
            [.headersOnly(stream: $0.stream, status: 200), .close]
        }
        let client = try Fixtures.client(of: server)
        #expect(try await client.send(Fixtures.request()).acceptance != nil)
        await client.shutdown()
    }

    @Test func `GOAWAY on an idle connection affects no request`() async throws {
        let server = try await ScriptedServer { [.accept($0)] }
        let client = try Fixtures.client(of: server)
        _ = try await client.send(Fixtures.request())
        server.perform([.goAway(lastStream: 1, data: "{\"reason\":\"IdleTimeout\"}")])
        await server.closed.waitFor(1)
        #expect(try await client.send(Fixtures.request()).acceptance != nil)
        #expect(server.connections.count == 2)
        await client.shutdown()
    }

    @Test func `a second connection is opened when the first is full, up to the limit`()
        async throws
    {
        var options = ScriptedServer.Options()
        options.settings = [.init(parameter: .maxConcurrentStreams, value: 2)]
        let server = try await ScriptedServer(options: options) { request in
            request.stream == 1 ? [.accept(request)] : []
        }
        let client = try Fixtures.client(of: server) { $0.maxConnections = 2 }
        _ = try await client.send(Fixtures.request())
        async let outcomes = send(5, with: client)
        // Two requests use the first connection, one opens the second, and two more follow there.
        let seen = await server.requests.waitFor(6)
        #expect(Set(seen.map(\.connection)) == [0, 1])
        for request in seen where request.stream > 1 {
            server.perform([.accept(request)], connection: request.connection)
        }
        #expect(try await outcomes.allSatisfy { $0.acceptance != nil })
        #expect(server.connections.count == 2)
        await client.shutdown()
    }
}
