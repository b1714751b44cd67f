// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSWire
import NIOCore
import Testing

@testable import APNSSimulator

/// Each kind of injected fault as a client over TLS sees it.
@Suite(.timeLimit(.minutes(30)))
struct FaultTests {
    private static func isGoAway(_ event: H2Client.Event) -> Bool {
        if case .goAway = event { true } else { false }
    }

    private static func send(_ client: H2Client, _ site: Site) async throws -> H2Client.Response {
        try await client.request(site.path, headers: site.headers, body: Site.body)
    }

    /// Returns whether a request gets no complete response until the connection ends.
    private static func fails(
        _ request: @Sendable () async throws -> H2Client.Response
    ) async -> Bool {
        do { return try await request().status == 0 } catch { return true }
    }

    private static func add(
        _ kind: ServiceFault.Kind, to site: Site, _ edit: (inout ServiceFault) -> Void = { _ in }
    ) throws {
        var fault = ServiceFault(kind)
        fault.count = 1
        edit(&fault)
        _ = try site.host.addFault(fault)
    }

    private static func unavailable(_ fault: inout ServiceFault) {
        fault.status = 503
        fault.reason = .serviceUnavailable
    }

    @Test func `the fault status with Retry-After ends after its count of responses`() async throws
    {
        try await Site.run { site in
            let client = try await site.connect()
            try Self.add(.status, to: site) {
                Self.unavailable(&$0)
                $0.retryAfter = 9
                $0.count = 2
            }
            for _ in 1...2 {
                let response = try await Self.send(client, site)
                #expect(response.status == 503)
                #expect(response.headers["retry-after"] == "9")
                #expect(response.text == #"{"reason":"ServiceUnavailable"}"#)
            }
            #expect(try await Self.send(client, site).status == 200)
            await client.close()
        }
    }

    @Test func `the fault latency delays one stream and no other`() async throws {
        try await Site.run { site in
            let client = try await site.connect()
            #expect(try await Self.send(client, site).status == 200)
            try Self.add(.latency, to: site) {
                $0.delay = .fixed(FaultDelay.millisecondsMax)
                $0.stream = 3
            }
            async let hasFailed = Self.fails { try await Self.send(client, site) }
            while site.host.requestCounts.accepted < 2 { await Task.yield() }
            for _ in 1...3 { #expect(try await Self.send(client, site).status == 200) }
            await client.close()
            #expect(await hasFailed)
        }
    }

    @Test func `a delayed response arrives after its delay`() async throws {
        try await Site.run { site in
            let client = try await site.connect()
            try Self.add(.latency, to: site) { $0.delay = .fixed(40) }
            try Self.add(.status, to: site, Self.unavailable)
            let clock = ContinuousClock()
            let start = clock.now
            #expect(try await Self.send(client, site).status == 503)
            #expect(clock.now - start >= .milliseconds(40))
            await client.close()
        }
    }

    @Test func `a request without a response keeps its stream open`() async throws {
        try await Site.run { site in
            let client = try await site.connect()
            #expect(try await Self.send(client, site).status == 200)
            try Self.add(.silence, to: site) { $0.isProcessed = true }
            async let hasFailed = Self.fails { try await Self.send(client, site) }
            while site.host.requestCounts.accepted < 2 { await Task.yield() }
            #expect(try await Self.send(client, site).status == 200)
            await client.close()
            #expect(await hasFailed)
        }
    }

    @Test func `GOAWAY follows the response`() async throws {
        try await Site.run { site in
            let client = try await site.connect()
            try Self.add(.goAway, to: site) {
                $0.stream = 3
                $0.reason = .internalServerError
                $0.errorCode = 2
            }
            #expect(try await Self.send(client, site).status == 200)
            #expect(try await Self.send(client, site).status == 200)
            #expect(
                await client.next(Self.isGoAway)
                    == .goAway(
                        code: 2, lastStreamID: 3, text: #"{"reason":"InternalServerError"}"#))
            #expect(await client.next { $0 == .closed } == .closed)
        }
    }

    @Test func `a request after GOAWAY's last stream is not processed`() async throws {
        try await Site.run { site in
            let client = try await site.connect()
            #expect(try await Self.send(client, site).status == 200)
            try Self.add(.goAway, to: site) { $0.lastStream = 1 }
            await #expect(throws: (any Error).self) {
                let response = try await Self.send(client, site)
                if response.status == 0 { throw ChannelError.eof }
            }
            #expect(
                await client.next(Self.isGoAway)
                    == .goAway(code: 0, lastStreamID: 1, text: #"{"reason":"Shutdown"}"#))
            #expect(site.host.requestCounts.accepted == 1)
        }
    }

    @Test func `a refused stream is not processed, and the connection stays open`() async throws {
        try await Site.run { site in
            let client = try await site.connect()
            try Self.add(.refusedStream, to: site)
            let response = try await Self.send(client, site)
            #expect(response.status == 0 && response.resetCode == 7)
            #expect(site.host.requestCounts.accepted == 0)
            #expect(try await Self.send(client, site).status == 200)
            await client.close()
        }
    }

    @Test func `a stream is reset after the headers of the response`() async throws {
        try await Site.run { site in
            let client = try await site.connect()
            try Self.add(.reset, to: site)
            let response = try await Self.send(client, site)
            #expect(response.status == 200 && response.resetCode == 2)
            try Self.add(.reset, to: site) {
                Self.unavailable(&$0)
                $0.errorCode = 11
            }
            let rejected = try await Self.send(client, site)
            #expect(rejected.status == 503 && rejected.resetCode == 11 && rejected.body.isEmpty)
            #expect(try await Self.send(client, site).status == 200)
            await client.close()
        }
    }

    @Test func `the fault half response sends headers and half of the body, but no end`()
        async throws
    {
        try await Site.run { site in
            let client = try await site.connect()
            try Self.add(.halfResponse, to: site, Self.unavailable)
            let (parts, continuation) = AsyncStream.makeStream(of: H2Client.Response.self)
            async let hasFailed = Self.fails {
                try await client.request(
                    site.path, headers: site.headers, body: Site.body, parts: continuation)
            }
            for await part in parts where !part.body.isEmpty {
                #expect(part.status == 503)
                #expect(part.text == #"{"reason":"Serv"#)
                break
            }
            await client.close()
            #expect(await hasFailed)
        }
    }

    @Test(arguments: [false, true])
    func `the fault cut ends the connection without GOAWAY`(isProcessed: Bool) async throws {
        try await Site.run { site in
            let client = try await site.connect()
            try Self.add(.cut, to: site) { $0.isProcessed = isProcessed }
            await #expect(throws: (any Error).self) { try await Self.send(client, site) }
            let end = await client.next { $0 == .closed || Self.isGoAway($0) }
            #expect(end == .closed)
            #expect(site.host.requestCounts.accepted == (isProcessed ? 1 : 0))
            let other = try await site.connect()
            #expect(try await Self.send(other, site).status == 200)
            await other.close()
        }
    }

    @Test func `the fault expired token affects one connection, and a new connection works`()
        async throws
    {
        try await Site.run { site in
            let client = try await site.connect()
            try Self.add(.expiredToken, to: site)
            for _ in 1...2 {
                let response = try await Self.send(client, site)
                #expect(response.status == 403)
                #expect(response.text == #"{"reason":"ExpiredProviderToken"}"#)
            }
            await client.close()
            let other = try await site.connect()
            #expect(try await Self.send(other, site).status == 200)
            await other.close()
        }
    }
}

extension FaultTests {
    @Test func `with the fault tiny window, the window has 8 bytes and a request still succeeds`()
        async throws
    {
        try await Site.run { site in
            try Self.add(.tinyWindow, to: site) { $0.window = 8 }
            let client = try await site.connect()
            let settings = await client.next { if case .settings = $0 { true } else { false } }
            guard case .settings(let values)? = settings else {
                return #expect(Bool(false), "the server sends SETTINGS")
            }
            #expect(values.contains("INITIAL_WINDOW_SIZE 8"))
            #expect(try await Self.send(client, site).status == 200)
            await client.close()
        }
    }

    @Test func `with the fault slow reader, bodies that exceed the window are still sent`()
        async throws
    {
        try await Site.run { site in
            try Self.add(.slowReader, to: site) { $0.delay = .uniform(min: 1, max: 2) }
            let body = Array(
                #"{"aps":{"alert":"\#(String(repeating: "a", count: 4000))"}}"#.utf8)
            let client = try await site.connect()
            // 40 bodies of 4 KB exceed the connection's window of 64 KB more than twice.
            for _ in 1...40 {
                let response = try await client.request(
                    site.path, headers: site.headers, body: body)
                #expect(response.status == 200)
            }
            await client.close()
        }
    }

    @Test func `the fault wrong certificate makes one handshake fail`() async throws {
        try await Site.run { site in
            try Self.add(.wrongCertificate, to: site) { $0.environment = .sandbox }
            let production = try await site.connect(.production)
            _ = try await production.request("/", body: Site.body)
            await #expect(throws: (any Error).self) {
                try await Self.send(site.connect(), site)
            }
            let client = try await site.connect()
            #expect(try await Self.send(client, site).status == 200)
            await client.close()
            await production.close()
        }
    }

    @Test func `a fault with a connection number affects only that connection`() async throws {
        try await Site.run { site in
            try Self.add(.status, to: site) {
                Self.unavailable(&$0)
                $0.connection = 2
                $0.count = nil
            }
            let clients = [try await site.connect(), try await site.connect()]
            // Connections are numbered in the order in which the server accepted them.
            var statuses: Set<Int> = []
            for client in clients {
                statuses.insert(try await Self.send(client, site).status)
                await client.close()
            }
            #expect(statuses == [200, 503])
        }
    }
}
