// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HTTP2Core

/// What a server can do to test a client's error handling.
struct ServerFaultTests {
    private static let response = ServerResponse(
        status: 503, headers: [("apns-id", "1")], body: Array("0123456789".utf8))

    @Test func `a part of a response leaves the stream open`() {
        var bench = ServerBench()
        bench.send(bench.head(1, end: true))
        _ = bench.connection.nextRequest()
        bench.connection.respond(to: 1, withPartOf: Self.response, bodyByteCount: 4)
        #expect(bench.replies() == ["HEADERS 1 503 apns-id=1", "DATA 1 4"])
        #expect(bench.connection.hasOpenStreams)
        bench.tick(after: .seconds(31))
        #expect(bench.replies().isEmpty)
        // For the server, the response has ended.
        bench.connection.respond(to: 1, with: Self.response)
        #expect(bench.replies().isEmpty)
        bench.send(ServerBench.reset(1))
        #expect(!bench.connection.hasOpenStreams)
    }

    @Test func `a part of a response stays within the client's windows`() {
        var bench = ServerBench()
        bench.send(ServerBench.settings([(.initialWindowSize, 3)]))
        _ = bench.replies()
        bench.send(bench.head(1, end: true))
        _ = bench.connection.nextRequest()
        bench.connection.respond(to: 1, withPartOf: Self.response, bodyByteCount: 4)
        #expect(bench.replies() == ["HEADERS 1 503 apns-id=1", "DATA 1 3"])
    }

    @Test func `a stream is aborted before or after the headers of its response`() {
        var bench = ServerBench()
        for (stream, isAfter) in [(StreamID(1), false), (3, true)] {
            bench.send(bench.head(stream, end: true))
            _ = bench.connection.nextRequest()
            if isAfter {
                bench.connection.respond(to: stream, withPartOf: Self.response, bodyByteCount: 0)
            }
            bench.connection.abort(stream, .refusedStream)
            #expect(bench.replies().last == "RST \(stream) REFUSED_STREAM")
            #expect(!bench.connection.hasOpenStreams)
        }
        bench.connection.abort(3, .refusedStream)
        #expect(bench.replies().isEmpty)
    }

    @Test func `a small stream window is enlarged up to the total of the usual window`() {
        var limits = ServerLimits()
        limits.streamWindow = 10
        var bench = ServerBench(limits: limits)
        bench.send(bench.head(1))
        bench.send(ServerBench.data(1, 6, end: false))
        #expect(bench.replies() == ["WINDOW 1 6"])
        var received = 6
        while received < 65_535 - 10 {
            let count = min(10_000, 65_535 - 10 - received)
            bench.send(ServerBench.data(1, count, end: false))
            received += count
        }
        let granted = bench.replies().compactMap { reply in
            reply.hasPrefix("WINDOW 1 ") ? Int(reply.dropFirst(9)) : nil
        }
        #expect(granted.reduce(6, +) == 65_535 - 10)
        bench.send(ServerBench.data(1, 10, end: true))
        #expect(!bench.replies().contains { $0.hasPrefix("RST") })
    }

    @Test func `withheld window updates are sent only on demand`() {
        var limits = ServerLimits()
        limits.withholdsWindowUpdates = true
        limits.streamWindow = 100
        var bench = ServerBench(limits: limits)
        #expect(!bench.connection.owesWindowUpdates)
        bench.send(bench.head(1))
        bench.send(ServerBench.data(1, 16_000, end: false))
        bench.send(ServerBench.data(1, 16_000, end: false))
        bench.send(bench.head(3))
        bench.send(ServerBench.data(3, 16_000))
        #expect(bench.replies().isEmpty)
        #expect(bench.connection.owesWindowUpdates)
        bench.connection.updateWindows()
        #expect(bench.replies() == ["WINDOW 0 48000", "WINDOW 1 32000"])
        #expect(!bench.connection.owesWindowUpdates)
    }
}
