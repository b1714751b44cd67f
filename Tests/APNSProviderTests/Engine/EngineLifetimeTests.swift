// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import HTTP2Core
import Testing

@testable import APNSProvider

/// Connections that fail, links that are silent, and the end of a client.
struct EngineLifetimeTests {
    @Test func `failed attempts to connect leave nothing behind, and a later attempt succeeds`()
        throws
    {
        var test = PoolUnderTest()
        for round in 0..<100 {
            try test.submit(2 * round, 2 * round + 1)
            test.end(ConnectionID(round + 1), "refused")
            #expect(test.cause(2 * round + 1) == "refused")
            test.advance(by: .seconds(10))
        }
        #expect(test.pool.load == .init())
        try test.submit(1000)
        test.greet(101)
        test.respond(101, 1)
        #expect(test.summary(1000) == "200", "a later connection works")
    }

    @Test func `the delay between attempts to connect grows`() throws {
        var test = PoolUnderTest { $0.requestDeadline = .seconds(100) }
        var pauses: [Duration] = []
        for round in 0..<9 {
            try test.submit(round)
            let due = try #require(test.pool.nextDue)
            if test.actions.isEmpty {
                pauses.append(due - test.now)
                test.advance(by: due - test.now)
            }
            #expect(test.actions == [.open(ConnectionID(round + 1))])
            test.end(ConnectionID(round + 1), "refused")
            test.actions = []
        }
        #expect(pauses.first == .milliseconds(100))
        #expect(pauses.last == .seconds(10))
        #expect(pauses == pauses.sorted())
    }

    @Test func `a failed connection does not affect another one`() throws {
        var test = try PoolUnderTest.proven(limit: 2) { $0.connectionCountMax = 2 }
        try test.submit(1, 2, 3)
        #expect(test.actions == [.open(2)])
        test.end(2, "refused")
        #expect(test.summary(3) == "none")
        test.respond(1, 3)
        #expect(test.frames(1, .headers).count == 3)
    }

    @Test func `a connection that is not ready after ten seconds is closed`() throws {
        var test = PoolUnderTest()
        try test.submit(0)
        test.advance(by: .seconds(10))
        #expect(test.cause(0) == "no connection to host:443 within 10 s")
        #expect(test.actions == [.open(1), .close(1)])
        var ready = try PoolUnderTest.proven()
        ready.advance(by: .seconds(10))
        #expect(ready.actions == [])
    }

    @Test func `an unacknowledged PING ends a silent connection`() throws {
        var test = try PoolUnderTest.proven()
        try test.submit(1)
        test.advance(by: .seconds(1))
        #expect(test.frames(1, .ping) == [])
        test.advance(by: .seconds(14))
        let ping = try #require(test.frames(1, .ping).first)
        #expect(!ping.flags.contains(.ack))
        #expect(test.summary(1) == "unknown")
        try test.submit(2)
        test.advance(by: .seconds(10))
        #expect(
            test.cause(2)
                == "connection lost before a response arrived: the server did not respond to a "
                + "PING within 10 s")
        #expect(test.actions == [.close(1)])
        try test.submit(3)
        #expect(test.actions == [.close(1), .open(2)])
    }

    @Test func `an idle connection stays open if the server acknowledges a PING`() throws {
        var test = try PoolUnderTest.proven()
        test.advance(by: .seconds(3600))
        #expect(test.frames(1, .ping) == [], "a response arrived in the first hour")
        test.advance(by: .seconds(3600))
        let ping = try #require(test.frames(1, .ping).first)
        test.receive(1) {
            ControlFrames.appendPing(
                UInt64(ping.payload.span.bigEndian32(at: 4)), isAcknowledgement: true, to: &$0)
        }
        test.advance(by: .seconds(10))
        #expect(test.actions == [])
    }

    @Test func `the server's PING is acknowledged while bodies wait`() throws {
        var test = try PoolUnderTest.proven()
        test.settings(1, [(.initialWindowSize, 0)])
        try test.submit(1)
        _ = test.frames(1)
        test.receive(1) { ControlFrames.appendPing(77, isAcknowledgement: false, to: &$0) }
        let response = try #require(test.frames(1, .ping).first)
        #expect(response.flags.contains(.ack))
        #expect(response.payload == [0, 0, 0, 0, 0, 0, 0, 77])
    }

    @Test func `cancelling ends a request immediately, whether it waits or was sent`() throws {
        var test = try PoolUnderTest.proven(limit: 1)
        try test.submit(1, 2, 3)
        test.cancel(2)
        #expect(test.cause(2) == "cancelled before it was sent")
        test.cancel(1)
        #expect(test.cause(1) == "cancelled before a response arrived")
        #expect([1, 2].map(test.summary) == ["unknown", "unsent"])
        #expect(test.frames(1).map(\.type) == [.headers, .data, .rstStream, .headers, .data])
        test.cancel(1)
        #expect(test.summary(1) == "unknown", "there is only one outcome")
    }

    @Test func `a request whose bytes wait for the socket at its deadline may be processed`()
        throws
    {
        var test = try PoolUnderTest.proven()
        test.pool.setWritable(1, false)
        try test.submit(1)
        test.advance(by: .seconds(15))
        #expect(test.summary(1) == "unknown", "the bytes will still be sent")
        test.pool.setWritable(1, true)
        test.turn()
        #expect(test.frames(1).map(\.type) == [.headers, .data, .rstStream, .ping])
    }

    @Test func `shutting down refuses new requests and waits for responses`() throws {
        var test = try PoolUnderTest.proven()
        try test.submit(1)
        test.pool.shutdown(now: test.now)
        try test.submit(2)
        #expect(test.summary(2) == "closed")
        test.pool.shutdown(now: test.now)
        #expect(!test.pool.isFinished)
        test.respond(1, 3)
        #expect(test.summary(1) == "200")
        #expect(test.actions == [.close(1)])
        #expect(test.frames(1).last?.type == .goAway)
        #expect(test.pool.isFinished)
        test.pool.shutdown(now: test.now)
        test.turn()
        #expect(test.actions == [.close(1)])
    }

    @Test func `requests that wait for a connection are sent during a shutdown`() throws {
        var test = PoolUnderTest()
        try test.submit(0, 1)
        test.pool.shutdown(now: test.now)
        test.greet()
        test.respond(1, 1)
        test.respond(1, 3)
        #expect([0, 1].map(test.summary) == ["200", "200"])
        #expect(test.pool.isFinished)
    }

    @Test func `a shutdown ends when the deadline of the last request passes`() throws {
        var test = try PoolUnderTest.proven()
        try test.submit(1)
        test.pool.shutdown(now: test.now)
        test.advance(by: .seconds(15))
        #expect(test.summary(1) == "unknown")
        #expect(test.pool.isFinished)
    }

    @Test func `a shutdown ends if the headers of the last request are too long`() throws {
        var test = PoolUnderTest()
        var request = try Fixtures.request()
        request.topic = Topic(String(repeating: "long", count: 100))
        try test.submit(0, request: request)
        test.pool.shutdown(now: test.now)
        test.greet(1, [(.maxHeaderListSize, 100)])
        #expect(test.summary(0) == "unsent")
        #expect(test.pool.isFinished)
    }

    @Test func `a deallocated client reports an outcome for every request and sends nothing`()
        throws
    {
        var test = try PoolUnderTest.proven(limit: 3)
        try test.submit(1)
        test.receive(1, test.headers(1, 3, [(":status", "400")], ends: false))
        try test.submit(2)
        test.pool.setWritable(1, false)
        try test.submit(3, 4)
        _ = test.frames(1)
        test.pool.abandon(now: test.now)
        test.turn()
        #expect([1, 2, 3, 4].map(test.summary) == ["400", "unknown", "unsent", "unsent"])
        #expect(test.frames(1) == [])
        #expect(test.actions == [.close(1)])
        #expect(test.pool.isFinished)
        #expect(test.pool.load == .init())
        #expect(test.pool.nextDue == nil)
    }

    @Test func `a closed connection leaves nothing in memory`() throws {
        var test = try PoolUnderTest.proven()
        test.pool.shutdown(now: test.now)
        test.pool.connectionEnded(1, cause: FailureCause(.lost, "gone"), now: test.now)
        #expect(test.pool.load == .init())
    }
}
