// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import HTTP2Core
import Testing

@testable import APNSProvider

/// Requests without a response: which of them are sent again, and the outcomes of the others.
struct EngineRepeatTests {
    /// A pool with requests 1 to `count` on streams 3, 5, … of connection 1.
    private func busy(
        _ count: Int, _ change: (inout PushPool<Int>.Settings) -> Void = { _ in }
    ) throws -> PoolUnderTest {
        var test = try PoolUnderTest.proven(change)
        for number in 1...count { try test.submit(number) }
        #expect(test.frames(1, .headers).count == count)
        return test
    }

    @Test func `requests above the last stream of GOAWAY are sent again`() throws {
        var test = try busy(3)
        test.goAway(1, last: 3)
        #expect(test.actions == [.open(2)])
        #expect([1, 2, 3].map(test.summary) == ["none", "none", "none"])
        test.greet(2)
        test.respond(2, 1)
        #expect(test.frames(2, .headers).map(\.stream) == [1, 3])
        test.respond(1, 3)
        #expect(test.summary(1) == "200")
        #expect(test.actions == [.open(2), .close(1)])
        test.respond(2, 3)
        #expect([2, 3].map(test.summary) == ["200", "200"])
    }

    @Test func `a second GOAWAY lowers the last stream`() throws {
        var test = try busy(2)
        test.goAway(1, last: StreamIDs.max, .noError, "soon")
        #expect(test.actions == [], "all requests still wait for a response")
        test.goAway(1, last: 3)
        test.greet(2)
        #expect(test.frames(2, .headers).count == 1)
        test.goAway(1, last: 1)
        test.respond(2, 1)
        #expect(test.frames(2, .headers).count == 1)
    }

    @Test func `after GOAWAY, a request that waits for the socket is sent on a new connection`()
        throws
    {
        var test = try PoolUnderTest.proven()
        test.pool.setWritable(1, false)
        try test.submit(1)
        test.goAway(1, last: 1)
        test.greet(2)
        #expect(test.frames(2, .headers).count == 1)
    }

    @Test func `a response that has begun is used even if GOAWAY's last stream is lower`() throws {
        var test = try busy(1)
        test.receive(1, test.headers(1, 3, [(":status", "200")], ends: false))
        test.goAway(1, last: 1)
        #expect(test.summary(1) == "200")
        #expect(!test.actions.contains(.open(2)))
    }

    @Test
    func `after GOAWAY with last stream 0 on two connections, waiting requests end unsent`()
        throws
    {
        var test = PoolUnderTest()
        try test.submit(0, 1)
        for id: ConnectionID in [1, 2] {
            test.greet(id)
            #expect(test.frames(id, .headers).count == 1)
            test.goAway(id, last: 0, .noError, "{\"reason\":\"BadCertificateEnvironment\"}")
        }
        #expect(test.actions.filter { $0 == .open(3) } == [])
        #expect([0, 1].map(test.summary) == ["unsent", "unsent"])
        #expect(test.cause(1).contains("BadCertificateEnvironment"), "\(test.cause(1))")
    }

    @Test func `plain text in GOAWAY is reported as the cause`() throws {
        var test = PoolUnderTest()
        try test.submit(0)
        for id: ConnectionID in [1, 2] {
            test.greet(id)
            test.goAway(id, last: 0, .protocolError, "Maximum active streams violated")
        }
        #expect(
            test.cause(0) == "the server closed the connection: Maximum active streams violated")
    }

    @Test(arguments: [
        (HTTP2ErrorCode.refusedStream, false), (.streamClosed, true), (.internalError, true),
        (.cancel, true), (.noError, true), (HTTP2ErrorCode(rawValue: 99), true),
    ])
    func `only REFUSED_STREAM proves that a request was not processed`(
        code: HTTP2ErrorCode, isOpenEnd: Bool
    ) throws {
        var test = try busy(1)
        test.reset(1, 3, code)
        #expect(test.summary(1) == (isOpenEnd ? "unknown" : "none"))
        #expect(test.frames(1, .headers).map(\.stream) == (isOpenEnd ? [] : [5]))
    }

    @Test func `a request that is refused every time is sent again three times at most`() throws {
        var test = try busy(1)
        for stream: StreamID in [3, 5, 7, 9] { test.reset(1, stream, .refusedStream) }
        #expect(test.summary(1) == "unsent")
        #expect(test.frames(1, .headers).count == 3)
    }

    @Test func `a request reset before the end of its body was not processed`() throws {
        var test = try PoolUnderTest.proven()
        test.settings(1, [(.initialWindowSize, 0)])
        try test.submit(1)
        test.reset(1, 3, .internalError)
        #expect(test.summary(1) == "unsent")
    }

    @Test func `a request is repeated unchanged on another connection`()
        throws
    {
        var test = try PoolUnderTest.proven()
        var request = try Fixtures.request(9)
        request.id = APNSID("1b4e28ba-2fa1-11d2-883f-0016d3cca427")
        request.expiration = .oneAttempt
        request.collapseID = try CollapseID("dinner")
        try test.submit(1, request: request)
        let first = try #require(test.frames(1).first { $0.type == .headers })
        test.goAway(1, last: 1)
        test.greet(2)
        let second = try #require(try test.requests(2).first)
        #expect(second.fields["apns-id"] == "1b4e28ba-2fa1-11d2-883f-0016d3cca427")
        #expect(second.fields["apns-expiration"] == "0")
        #expect(second.fields["apns-collapse-id"] == "dinner")
        #expect(second.fields[":path"] == request.path)
        #expect(first.stream == 3)
    }

    @Test func `if GOAWAY follows 400 of 1000 responses, the other 600 requests are sent again`()
        throws
    {
        var test = try busy(1000)
        for number in 1...400 { test.respond(1, StreamID(2 * number + 1)) }
        test.goAway(1, last: 801)
        test.greet(2)
        test.respond(2, 1)
        #expect(test.frames(2, .headers).count == 600)
    }

    @Test func `after a connection is lost, only requests that were not written are repeated`()
        throws
    {
        var test = try PoolUnderTest.proven()
        try test.submit(1, 2)
        test.receive(1, test.headers(1, 5, [(":status", "200")], ends: false))
        test.pool.setWritable(1, false)
        try test.submit(3)
        test.end(1)
        #expect(test.cause(1) == "connection lost before a response arrived: gone")
        #expect([1, 2, 3].map(test.summary) == ["unknown", "200", "none"])
        test.greet(2)
        test.respond(2, 1)
        #expect(test.summary(3) == "200")
    }

    @Test
    func `a request that is written while the server closes has an unknown outcome`()
        throws
    {
        var test = try PoolUnderTest.proven()
        test.advance(by: .seconds(7000))
        try test.submit(1)
        test.end(1, "closed by the server")
        #expect(test.summary(1) == "unknown")
        try test.submit(2)
        #expect(test.actions.last == .open(2), "the dead connection is not used again")
    }

    @Test func `after a connection error, only GOAWAY is sent`()
        throws
    {
        var test = try PoolUnderTest.proven()
        test.pool.setWritable(1, false)
        try test.submit(1)
        test.pool.setWritable(1, true)
        // At the same moment, the server violates the protocol.
        test.pool.received([0, 0, 1, 6, 0, 0, 0, 0, 0, 0], on: 1, now: test.now)
        test.turn()
        #expect(test.frames(1).map(\.type) == [.goAway])
        test.greet(2)
        #expect(
            test.frames(2, .headers).count == 1, "unsent requests are sent on another connection")
        #expect(test.summary(1) == "none")
    }

    @Test func `a response after the deadline is ignored`() throws {
        var test = try busy(1)
        test.advance(by: .seconds(15))
        #expect(test.summary(1) == "unknown")
        #expect(test.frames(1, .rstStream).map(\.stream) == [3])
        try test.submit(2)
        test.respond(1, 3, status: 410, [("apns-unique-id", "late")])
        #expect(test.summary(2) == "none")
        test.respond(1, 5, [("apns-unique-id", "own")])
        guard case .response(let response)? = test.outcome(2) else {
            Issue.record("no response")
            return
        }
        #expect(response.uniqueID == "own", "header compression is still synchronized")
    }
}

extension PushPool {
    mutating func received(_ bytes: [UInt8], on id: ConnectionID, now: EngineTime) {
        received(bytes.span, on: id, now: now)
    }
}
