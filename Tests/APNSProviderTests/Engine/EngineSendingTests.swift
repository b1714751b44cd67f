// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import HTTP2Core
import Testing

@testable import APNSProvider

/// When requests are sent, and on which connection.
struct EngineSendingTests {
    @Test func `a new pool opens one connection for its first hundred requests`() throws {
        var test = PoolUnderTest { $0.connectionCountMax = 10 }
        for number in 0..<100 { try test.submit(number) }
        #expect(test.actions == [.open(1)])
        test.greet()
        #expect(test.frames(1, .headers).map(\.stream) == [1], "the first is sent alone")
        test.respond(1, 1)
        #expect(test.frames(1, .headers).count == 99, "the others follow its response")
        #expect(test.actions == [.open(1)])
    }

    @Test func `nothing is sent before connecting, and no request before the server's SETTINGS`()
        throws
    {
        var test = PoolUnderTest()
        try test.submit(0)
        #expect(test.frames(1) == [])
        test.pool.connected(1, now: test.now)
        test.turn()
        #expect(test.frames(1).map(\.type) == [.settings, .windowUpdate])
        test.settings(1, [])
        #expect(test.frames(1).map(\.type) == [.settings, .headers, .data])
    }

    @Test func `without a stream limit of the server, the client's own limit applies`() throws {
        var test = try PoolUnderTest.proven { $0.streamCountMax = 3 }
        try test.submit(1, 2, 3, 4, 5)
        #expect(test.frames(1, .headers).map(\.stream) == [3, 5, 7])
    }

    @Test func `a stream limit that falls to one and rises again always applies`() throws {
        var test = try PoolUnderTest.proven(limit: 3)
        try test.submit(1, 2, 3, 4, 5, 6)
        #expect(test.frames(1, .headers).map(\.stream) == [3, 5, 7])
        test.settings(1, [(.maxConcurrentStreams, 1)])
        test.respond(1, 3, status: 400, reason: "BadDeviceToken")
        test.respond(1, 5)
        #expect(test.frames(1, .headers) == [], "one is in flight, and one is allowed")
        test.respond(1, 7)
        #expect(test.frames(1, .headers).map(\.stream) == [9])
        test.settings(1, [(.maxConcurrentStreams, 1000)])
        #expect(test.frames(1, .headers).map(\.stream) == [11, 13], "all requests are sent")
        #expect([1, 2, 3].map(test.summary) == ["400", "200", "200"])
    }

    @Test func `a server that allows no streams causes no more connections`() throws {
        var test = try PoolUnderTest.proven { $0.connectionCountMax = 5 }
        test.settings(1, [(.maxConcurrentStreams, 0)])
        try test.submit(1, 2)
        #expect(test.actions == [])
        test.advance(by: .seconds(15))
        #expect(test.summary(1) == "unsent")
        #expect(
            test.cause(1) == "not sent within 15 s: the server allows 0 requests at the same time")
    }

    @Test func `another connection is opened only when all connections are full`() throws {
        var test = PoolUnderTest { $0.connectionCountMax = 2 }
        try test.submit(0, 1, 2)
        test.greet(1, [(.maxConcurrentStreams, 2)])
        #expect(test.actions == [.open(1)])
        test.respond(1, 1)
        #expect(test.actions == [.open(1)], "two streams are enough for two requests")
        try test.submit(3)
        #expect(test.actions == [.open(1), .open(2)])
        try test.submit(4, 5)
        #expect(test.actions == [.open(1), .open(2)], "the limit of connections is reached")
    }

    @Test func `when stream identifiers run out, another connection is opened`() throws {
        var test = try PoolUnderTest.proven { $0.firstStreamID = StreamIDs.max - 2 }
        try test.submit(1, 2)
        #expect(test.frames(1, .headers).map(\.stream) == [StreamIDs.max])
        #expect(test.actions == [.open(2)])
        test.respond(1, StreamIDs.max)
        #expect(test.summary(1) == "200")
        #expect(test.actions == [.open(2), .close(1)])
        test.greet(2)
        #expect(test.frames(2, .headers).map(\.stream) == [StreamIDs.max - 2])
    }

    @Test func `a full queue is reported, and cancelled requests make room`() throws {
        var test = PoolUnderTest { $0.waitingCountMax = 2 }
        try test.submit(0, 1, 2)
        #expect(
            test.cause(2) == "2 requests are already waiting; send fewer requests at the same time")
        #expect(test.summary(2) == "unsent")
        test.cancel(1)
        try test.submit(3)
        #expect(test.summary(3) == "none")
    }

    @Test func `a header list is checked against the server's limit before it is written`() throws {
        var test = try PoolUnderTest.proven()
        test.settings(1, [(.maxHeaderListSize, 8000)])
        var request = try Fixtures.request()
        request.topic = Topic("com.example." + String(repeating: "long", count: 2000))
        try test.submit(1, request: request)
        #expect(test.summary(1) == "unsent")
        #expect(test.cause(1).contains("the server accepts at most 8000; shorten the topic or the"))
        try test.submit(2)
        let requests = try test.requests(1)
        #expect(
            requests.map(\.fields["apns-topic"]) == ["com.example.app"],
            "the next request can be decoded")
    }

    @Test func `a table-size update in a discarded block is repeated in the next block`()
        throws
    {
        var test = PoolUnderTest { $0.usesTokens = false }
        try test.submit(0)
        test.greet(1, [(.headerTableSize, 0), (.maxHeaderListSize, 50)])
        #expect(test.summary(0) == "unsent")
        _ = test.frames(1)
        test.settings(1, [(.maxHeaderListSize, 8000)])
        try test.submit(1)
        let block = try #require(test.frames(1, .headers).first).payload
        #expect(block.first == 0x20, "the table's size is 0 now")
    }

    @Test func `a socket gets no bytes until it is writable`() throws {
        var test = try PoolUnderTest.proven()
        test.pool.setWritable(1, false)
        try test.submit(1)
        #expect(test.frames(1) == [])
        test.pool.setWritable(1, true)
        test.turn()
        #expect(test.frames(1).map(\.type) == [.headers, .data])
    }

    @Test func `no request is started while many bytes wait for the socket`() throws {
        var test = try PoolUnderTest.proven { $0.connectionCountMax = 1 }
        test.receive(1) { ControlFrames.appendWindowUpdate(0, by: 1 << 28, to: &$0) }
        test.pool.setWritable(1, false)
        var request = try Fixtures.request()
        request.body = [UInt8](repeating: 0x20, count: 4000)
        for number in 1...200 { try test.submit(number, request: request) }
        #expect(test.pool.load.outputByteCount < 80 * 1024)
        #expect(test.pool.load.waitingCount > 100)
        test.pool.setWritable(1, true)
        test.turn()
        #expect(test.frames(1, .headers).count == 200)
    }

    @Test func `new requests use the connection with fewer requests`() throws {
        var test = PoolUnderTest { $0.connectionCountMax = 2 }
        test.pool.warmUp(2, now: test.now)
        test.turn()
        #expect(test.actions == [.open(1), .open(2)])
        try test.submit(0, 1)
        test.greet(1)
        test.greet(2)
        test.respond(1, 1)
        test.respond(2, 1)
        _ = (test.frames(1), test.frames(2))
        func submit(_ count: Int) throws {
            for _ in 0..<count {
                test.pool.submit(
                    .push(try Fixtures.request()), caller: 9, id: 0, now: test.now)
            }
            test.turn()
        }
        // Requests of one turn stay together; the next ones use the connection with fewer requests.
        try submit(10)
        try submit(12)
        try submit(1)
        #expect(test.frames(1, .headers).count == 11)
        #expect(test.frames(2, .headers).count == 12)
        try submit(300)
        let counts = [1, 2].map { test.frames($0, .headers).count }
        #expect(counts.reduce(0, +) == 300)
        #expect(abs(counts[0] - counts[1]) <= 64)
    }
}
