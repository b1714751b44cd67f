// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSService
import APNSWire
import NIOCore
import Testing

@testable import APNSSimulator

/// What a test can make a server do to its connections, over sockets.
@Suite(.timeLimit(.minutes(30)))
struct ConnectionControlTests {
    private static func isGoAway(_ event: H2Client.Event) -> Bool {
        if case .goAway = event { true } else { false }
    }

    @Test func `GOAWAY on demand has a reason or plain text`()
        async throws
    {
        try await Site.run { site in
            let first = try await site.connect()
            _ = try await first.request(site.path, headers: site.headers, body: Site.body)
            let other = try await site.connect(.production)
            _ = try await other.request("/", body: Site.body)
            #expect(site.server.goAway(GoAway(reason: .serviceUnavailable), .sandbox) == 1)
            #expect(
                await first.next(Self.isGoAway)
                    == .goAway(
                        code: 0, lastStreamID: 1, text: #"{"reason":"ServiceUnavailable"}"#))
            #expect(await first.next { $0 == .closed } == .closed)
            #expect(site.server.goAway(GoAway(text: "not JSON", errorCode: 2), nil, .channels) == 0)
            let order = GoAway(text: "not JSON", errorCode: 2, lastStream: 0)
            #expect(site.server.goAway(order, .production) == 1)
            #expect(
                await other.next(Self.isGoAway)
                    == .goAway(code: 2, lastStreamID: 0, text: "not JSON"))
        }
    }

    @Test func `a stream above GOAWAY's last stream is ignored`() async throws {
        try await Site.run { site in
            let client = try await site.connect()
            _ = try await client.request(site.path, headers: site.headers, body: Site.body)
            async let cut: Bool = {
                do {
                    let response = try await client.request(
                        site.path, headers: site.headers, body: Site.body, isWhole: false)
                    return response.status == 0
                } catch { return true }
            }()
            while site.server.goAway(GoAway(lastStream: 1)) > 0 { await Task.yield() }
            #expect(await cut)
            #expect(site.host.requestCounts == (1, 0))
        }
    }

    @Test func `streams beyond the limit end the connection with APNs' plain text`() async throws {
        try await Site.run { site in
            let client = try await site.connect()
            _ = await client.next { if case .settings = $0 { true } else { false } }
            // The first stream stays open. The client's library would hold a second stream back, so
            // the streams are opened by a client that ignores the limit.
            await client.close()
            let raw = try await RawClient.talk(
                port: site.port(), caPEM: site.caPEM, streams: 2)
            #expect(raw.contains("Maximum active streams violated for this endpoint."))
            #expect(site.host.requestCounts == (0, 0))
        }
    }

    @Test func `with the rule refuseStream, streams beyond the limit are refused`() async throws {
        var options = ServiceOptions()
        options.excessStreamRule = .refuseStream
        try await Site.run(options: options) { site in
            let raw = try await RawClient.talk(
                port: site.port(), caPEM: site.caPEM, streams: 2)
            #expect(!raw.contains("Maximum"))
            // RST_STREAM of the second stream with REFUSED_STREAM. Source: RFC 9113, 6.4 and 7.
            #expect(raw.contains("\0\0\u{4}\u{3}\0\0\0\0\u{3}\0\0\0\u{7}"))
        }
    }

    @Test func `with an option, a rejection lowers the stream limit and a success raises it`()
        async throws
    {
        var options = ServiceOptions()
        options.dropsStreamsAfterRefusal = true
        try await Site.run(options: options) { site in
            let client = try await site.connect()
            for (path, limit) in [(site.path, 1000), ("/3/device/aa", 1), (site.path, 1000)] {
                _ = try await client.request(path, headers: site.headers, body: Site.body)
                let settings = H2Client.Event.settings(["MAX_CONCURRENT_STREAMS \(limit)"])
                #expect(await client.next { $0 == settings } == settings)
            }
            await client.close()
        }
    }

    @Test func `with the option silence, a push is accepted but gets no response`() async throws {
        var options = ServiceOptions()
        options.silence = .always
        var limits = ConnectionLimits.patient
        limits.requestTime = .milliseconds(20)
        try await Site.run(limits: limits, options: options) { site in
            let client = try await site.connect()
            async let isUnanswered: Bool = {
                do {
                    let response = try await client.request(
                        site.path, headers: site.headers, body: Site.body)
                    return response.status == 0
                } catch { return true }
            }()
            while site.host.requestCounts.accepted == 0 { await Task.yield() }
            site.host.setOptions(ServiceOptions())
            // The same connection still responds while the silent stream is open.
            let second = try await client.request(
                site.path, headers: site.headers, body: Site.body)
            #expect(second.status == 200)
            site.server.goAway(GoAway())
            #expect(await isUnanswered)
        }
    }
}
