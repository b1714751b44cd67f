// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSService
import APNSWire
import NIOCore
import Testing

@testable import APNSSimulator

/// The server as clients see it, over sockets.
@Suite(.timeLimit(.minutes(30)))
struct SimulatorServerTests {
    @Test(arguments: [["h2"], []])
    func `a push is accepted whether or not the client uses ALPN`(_ alpn: [String])
        async throws
    {
        try await Site.run { site in
            let client = try await site.connect(alpn: alpn)
            let response = try await client.request(
                site.path,
                headers: site.headers + [("apns-id", "ACDFB3EB-105B-D33C-7F29-8D09A01CC4EF")],
                body: Site.body)
            #expect(response.status == 200)
            #expect(response.body.isEmpty)
            #expect(response.headers["apns-id"] == "ACDFB3EB-105B-D33C-7F29-8D09A01CC4EF")
            #expect(response.headers["apns-unique-id"] != nil)
            await client.close()
        }
    }

    @Test func `each environment has its own port`() async throws {
        try await Site.run { site in
            let client = try await site.connect(.production)
            let wrong = try await client.request(site.path, headers: site.headers, body: Site.body)
            #expect(wrong.status == 400)
            #expect(wrong.text == #"{"reason":"BadDeviceToken"}"#)
            #expect(site.host.log().last?.explanation.contains("belongs to sandbox") == true)
            let right = try await client.request(
                APNSHeader.devicePathPrefix + site.productionToken.hex, headers: site.headers,
                body: Site.body)
            #expect(right.status == 200)
            #expect(right.headers["apns-unique-id"] == nil)
            await client.close()
        }
    }

    @Test
    func `the server sends Apple's settings, and a valid provider token raises the limit`()
        async throws
    {
        try await Site.run { site in
            let client = try await site.connect()
            guard case .settings(let first)? = await client.next({ _ in true }) else {
                Issue.record("no SETTINGS were received")
                return
            }
            #expect(
                first == [
                    "HEADER_TABLE_SIZE 4096", "MAX_CONCURRENT_STREAMS 1",
                    "INITIAL_WINDOW_SIZE 65535",
                    "MAX_FRAME_SIZE 16384", "MAX_HEADER_LIST_SIZE 8000",
                ])
            let refused = try await client.request(site.path, body: Site.body)
            #expect(refused.text == #"{"reason":"MissingProviderToken"}"#)
            _ = try await client.request(site.path, headers: site.headers, body: Site.body)
            let second = await client.next { if case .settings = $0 { true } else { false } }
            #expect(second == .settings(["MAX_CONCURRENT_STREAMS 1000"]))
            await client.close()
        }
    }

    @Test func `many concurrent streams get responses after the limit has risen`() async throws {
        try await Site.run { site in
            let client = try await site.connect()
            let headers = site.headers
            _ = try await client.request(site.path, headers: headers, body: Site.body)
            _ = await client.next { $0 == .settings(["MAX_CONCURRENT_STREAMS 1000"]) }
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 1...50 {
                    group.addTask {
                        try await client.request(site.path, headers: headers, body: Site.body)
                            .status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses == Array(repeating: 200, count: 50))
            #expect(site.host.requestCounts.accepted == 51)
            await client.close()
        }
    }

    @Test(arguments: [
        ("GET", "/3/device/aa", 405, "MethodNotAllowed"), ("POST", "/3/devices/aa", 404, "BadPath"),
        ("PUT", "/", 404, "BadPath"), ("POST", "/3/device/", 403, "MissingProviderToken"),
    ])
    func `wrong methods and paths get Apple's responses`(
        _ method: String, _ path: String, status: Int, reason: String
    ) async throws {
        try await Site.run { site in
            let client = try await site.connect()
            let response = try await client.request(path, method: method, body: Site.body)
            #expect(response.status == status)
            #expect(response.text == "{\"reason\":\"\(reason)\"}")
            await client.close()
        }
    }

    @Test func `a response to HEAD has no body`() async throws {
        try await Site.run { site in
            let client = try await site.connect()
            let response = try await client.request(site.path, method: "HEAD")
            #expect(response.status == 405)
            #expect(response.headers["content-type"] == "application/json")
            #expect(response.body.isEmpty)
            await client.close()
        }
    }

    @Test func `a client may send the header host instead of :authority`() async throws {
        try await Site.run { site in
            let client = try await site.connect()
            let response = try await client.request(
                site.path, headers: site.headers + [("host", "api.sandbox.push.apple.com")],
                body: Site.body, authority: nil)
            #expect(response.status == 200)
            await client.close()
        }
    }

    @Test func `an endless body gets 413 once it is too long for every push type`()
        async throws
    {
        try await Site.run { site in
            let client = try await site.connect()
            let response = try await client.request(
                site.path, headers: site.headers, body: [UInt8](repeating: 0x20, count: 60_000),
                isWhole: false)
            #expect(response.status == 413)
            #expect(response.text == #"{"reason":"PayloadTooLarge"}"#)
            #expect(site.host.log().last?.payloadByteCount == ServiceRequest.bodyByteCountRead)
            let next = try await client.request(site.path, headers: site.headers, body: Site.body)
            #expect(next.status == 200)
            await client.close()
        }
    }

    @Test func `a client with only HTTP/1.1 is disconnected without a response`() async throws {
        try await Site.run { site in
            let text = ByteBuffer(string: "POST \(site.path) HTTP/1.1\r\nhost: localhost\r\n\r\n")
            try await RawClient.expectClose(port: site.port(), caPEM: site.caPEM, sending: text)
        }
    }

    @Test func `an idle connection ends with GOAWAY and the reason in Apple's form`() async throws {
        var limits = ConnectionLimits.patient
        limits.idleTime = .milliseconds(50)
        try await Site.run(limits: limits) { site in
            let client = try await site.connect()
            let goAway = await client.next { if case .goAway = $0 { true } else { false } }
            #expect(goAway == .goAway(code: 0, lastStreamID: 0, text: #"{"reason":"IdleTimeout"}"#))
            #expect(await client.next { $0 == .closed } == .closed)
        }
    }

    @Test func `a request that does not end within the time limit is reset`() async throws {
        var limits = ConnectionLimits.patient
        limits.requestTime = .milliseconds(50)
        try await Site.run(limits: limits) { site in
            let client = try await site.connect()
            await #expect(throws: (any Error).self) {
                let response = try await client.request(
                    site.path, headers: site.headers, body: Site.body, isWhole: false)
                if response.resetCode != nil { throw ChannelError.eof }
            }
            #expect(site.host.requestCounts == (0, 0))
            await client.close()
        }
    }

    @Test func `a connection beyond the limit is closed`() async throws {
        var limits = ConnectionLimits.patient
        limits.connectionCountMax = 1
        try await Site.run(limits: limits) { site in
            let first = try await site.connect()
            _ = try await first.request(site.path, headers: site.headers, body: Site.body)
            let second = try await site.connect()
            #expect(await second.next { $0 == .closed } == .closed)
            let again = try await first.request(site.path, headers: site.headers, body: Site.body)
            #expect(again.status == 200)
            await first.close()
        }
    }

    @Test func `stopping sends GOAWAY with Shutdown and closes`() async throws {
        try await Site.run { site in
            let client = try await site.connect()
            _ = try await client.request(site.path, headers: site.headers, body: Site.body)
            await site.server.shutdown()
            let goAway = await client.next { if case .goAway = $0 { true } else { false } }
            #expect(goAway == .goAway(code: 0, lastStreamID: 1, text: #"{"reason":"Shutdown"}"#))
            #expect(site.server.connectionCount == 0)
        }
    }

    @Test func `the error for a port in use names the port`() async throws {
        try await Site.run { site in
            let port = try site.port()
            let authority = try LocalAuthority(now: TimeSource.system.now)
            let identity = try SimulatorServer.makeIdentity(authority: authority)
            let error = await #expect(throws: SimulatorServerError.self) {
                _ = try await SimulatorServer.start(
                    listeners: [.init(.production, port: 0), .init(.sandbox, port: port)],
                    identity: identity, host: site.host)
            }
            let phrase = "cannot listen on 127.0.0.1 port \(port): the port is in use"
            #expect(error?.description.hasPrefix(phrase) == true)
        }
    }

    @Test func `a damaged certificate prevents the start with an error`() async throws {
        try await Site.run { site in
            let identity = try LocalAuthority(now: TimeSource.system.now).makeServerIdentity(
                hostNames: ["localhost"], ipAddresses: [], now: TimeSource.system.now)
            let damaged = LocalAuthority.ServerIdentity(
                certificatePEM: "nothing", privateKeyPEM: identity.privateKeyPEM)
            await #expect(throws: SimulatorServerError.self) {
                _ = try await SimulatorServer.start(
                    listeners: [.init(.sandbox, port: 0)], identity: damaged, host: site.host)
            }
        }
    }
}
