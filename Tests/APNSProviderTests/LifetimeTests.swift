// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import NIOHTTP2
import Simulation
import Synchronization
import Testing

@testable import APNSProvider

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Deadlines, cancellation, shutting down and provider tokens that expire, over sockets.
@Suite(.timeLimit(.minutes(30)))
struct LifetimeTests {
    @Test func `a request without a response ends at its deadline`() async throws {
        let server = try await ScriptedServer { _ in [] }
        let clock = VirtualClock()
        let client = try Fixtures.client(of: server, clock: clock)
        async let outcome = client.send(Fixtures.request())
        await server.requests.waitFor(1)
        // One timer serves the request's deadline, the idle check and the connect timeout.
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(15))
        let unknown = try await outcome.noResponse
        #expect(
            unknown
                == UnknownOutcome(
                    code: .deadline, mayHaveBeenProcessed: true, cause: "no response within 15 s"))
        #expect(await server.resets.waitFor(1) == [1])
    }

    @Test func `a response after the deadline is ignored`() async throws {
        let server = try await ScriptedServer { request in
            request.stream == 1
                ? []
                : [
                    .respond(
                        stream: request.stream, status: 200, headers: [("apns-unique-id", "own")])
                ]
        }
        let clock = VirtualClock()
        let client = try Fixtures.client(of: server, clock: clock)
        async let first = client.send(Fixtures.request(1))
        await server.requests.waitFor(1)
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(15))
        #expect(try await first.noResponse != nil)
        // Whether the server sends this response depends on whether the client's reset has already
        // arrived. Both are fine.
        server.perform([.headersOnly(stream: 1, status: 410)])
        let second = try await client.send(Fixtures.request(2))
        #expect(second == .accepted(Acceptance(uniqueID: "own")))
    }

    @Test func `a request that cannot be sent ends at its deadline`()
        async throws
    {
        var options = ScriptedServer.Options()
        options.settings = [.init(parameter: .maxConcurrentStreams, value: 0)]
        let server = try await ScriptedServer(options: options) { [.accept($0)] }
        let clock = VirtualClock()
        let client = try Fixtures.client(of: server, clock: clock)
        try await client.connect()
        // The connect timeout passes; after it, the client waits for the idle check.
        await clock.waitForWake(withinSeconds: 10)
        clock.advance(by: .seconds(10))
        await clock.waitForWake(withinSeconds: 3590)
        async let outcome = client.send(Fixtures.request())
        await clock.waitForWake(withinSeconds: 15)
        clock.advance(by: .seconds(15))
        let unknown = try await outcome.noResponse
        #expect(unknown?.mayHaveBeenProcessed == false)
        #expect(
            unknown?.cause == "not sent within 15 s: the server allows 0 requests at the same time")
        #expect(server.requests.count == 0)
    }

    @Test func `the deadline also works with a real clock`() async throws {
        let server = try await ScriptedServer { _ in [] }
        let client = try Fixtures.client(of: server) { $0.requestDeadline = .milliseconds(50) }
        let unknown = try await client.send(Fixtures.request()).noResponse
        #expect(unknown?.cause.contains("within 0.05 s") == true)
    }

    @Test func `cancelling ends the wait immediately and resets the stream`() async throws {
        let server = try await ScriptedServer { $0.stream == 1 ? [] : [.accept($0)] }
        let client = try Fixtures.client(of: server)
        let task = Task { try await client.send(Fixtures.request()) }
        await server.requests.waitFor(1)
        task.cancel()
        let unknown = try await task.value.noResponse
        #expect(unknown?.mayHaveBeenProcessed == true)
        #expect(unknown?.cause == "cancelled before a response arrived")
        #expect(await server.resets.waitFor(1) == [1])
        #expect(
            try await client.send(Fixtures.request()).acceptance != nil, "the connection stays open"
        )
        await client.shutdown()
    }

    @Test func `a task that is already cancelled sends no request`() async throws {
        let server = try await ScriptedServer { [.accept($0)] }
        let client = try Fixtures.client(of: server)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await client.send(Fixtures.request())
        }
        let unknown = try await task.value.noResponse
        #expect(unknown?.mayHaveBeenProcessed == false)
        await client.shutdown()
        #expect(server.requests.count == 0)
    }

    @Test func `shutting down waits for the response and sends GOAWAY`() async throws {
        let server = try await ScriptedServer { request in
            request.header(":path")?.hasSuffix("0909") == true ? [] : [.accept(request)]
        }
        let client = try Fixtures.client(of: server)
        _ = try await client.send(Fixtures.request())
        async let outcome = client.send(Fixtures.request(9))
        await server.requests.waitFor(2)
        async let first: Void = client.shutdown()
        async let second: Void = client.shutdown()
        while await takesRequests(client), !Task.isCancelled {}
        #expect(server.goAways.count == 0)
        server.perform([.respond(stream: 3, status: 200)])
        #expect(try await outcome.acceptance != nil)
        _ = await (first, second)
        #expect(await server.goAways.waitFor(1) == [0])
        #expect(await server.closed.waitFor(1) == [0])
        await client.shutdown()
        await #expect(throws: APNSClientError.closed) { try await client.send(Fixtures.request()) }
    }

    private func takesRequests(_ client: APNSClient) async -> Bool {
        (try? await client.send(Fixtures.request())) != nil
    }

    @Test func `an unused client shuts down immediately`() async throws {
        let server = try await ScriptedServer { [.accept($0)] }
        let client = try Fixtures.client(of: server)
        await client.shutdown()
        #expect(server.connections.count == 0)
    }

    @Test func `a deallocated client closes its connection`() async throws {
        let server = try await ScriptedServer { [.accept($0)] }
        do {
            let client = try Fixtures.client(of: server)
            _ = try await client.send(Fixtures.request())
        }
        #expect(await server.closed.waitFor(1) == [0])
    }

    @Test func `an expired token is replaced once, on a new connection`() async throws {
        let rejected = Mutex<String?>(nil)
        let held = Mutex<[ScriptedServer.Request]>([])
        let server = try await ScriptedServer { request in
            let token = request.header("authorization")
            if request.stream == 1, request.connection == 0 { return [.accept(request)] }
            if request.connection > 0 { return [.accept(request)] }
            rejected.withLock { $0 = token }
            return held.withLock { held in
                held.append(request)
                return held.count == 30 ? held.map { .reject($0, 403, "ExpiredProviderToken") } : []
            }
        }
        let clock = VirtualClock()
        let client = try Fixtures.client(of: server, clock: clock)
        _ = try await client.send(Fixtures.request())
        clock.jump(to: clock.now.addingTimeInterval(600))
        let outcomes = try await withThrowingTaskGroup(of: PushOutcome.self) { group in
            for _ in 0..<30 { group.addTask { try await client.send(Fixtures.request()) } }
            return try await group.reduce(into: [PushOutcome]()) { $0.append($1) }
        }
        #expect(outcomes.count == 30 && outcomes.allSatisfy { $0.acceptance != nil })
        let again = server.requests.values.filter { $0.connection > 0 }
        #expect(again.count == 30)
        #expect(Set(again.map(\.connection)) == [1])
        #expect(Set(again.map { $0.header("authorization") }).count == 1)
        #expect(again.first?.header("authorization") != rejected.withLock { $0 })
        #expect(await server.closed.waitFor(1) == [0])
    }

    @Test func `if every token is rejected as expired, requests end as rejected`() async throws {
        let server = try await ScriptedServer { [.reject($0, 403, "ExpiredProviderToken")] }
        let client = try Fixtures.client(of: server)
        for _ in 0..<2 {
            let outcome = try await client.send(Fixtures.request())
            #expect(outcome.rejection?.reason == .expiredProviderToken)
        }
        // One early change of the token is allowed: the first request is sent twice, the next once.
        #expect(server.requests.count == 3)
        #expect(Set(server.requests.values.map { $0.header("authorization") }).count <= 2)
        await client.shutdown()
    }

    @Test func `a request rejected with InvalidProviderToken is not sent again`() async throws {
        let server = try await ScriptedServer { [.reject($0, 403, "InvalidProviderToken")] }
        let client = try Fixtures.client(of: server)
        #expect(
            try await client.send(Fixtures.request()).rejection?.reason == .invalidProviderToken)
        #expect(server.requests.count == 1)
        await client.shutdown()
    }

    @Test func `an hour without data from the server is followed by a PING`() async throws {
        let clock = VirtualClock()
        let server = try await ScriptedServer { [.accept($0)] }
        let client = try Fixtures.client(of: server, clock: clock)
        _ = try await client.send(Fixtures.request())
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(3600))
        // A response arrives in the first hour, nothing in the second.
        await clock.waitForSleepers(1)
        #expect(server.pings.count == 0)
        clock.advance(by: .seconds(3600))
        await server.pings.waitFor(1)
        #expect(try await client.send(Fixtures.request()).acceptance != nil)
        #expect(server.connections.count == 1)
        await client.shutdown()
    }
}
