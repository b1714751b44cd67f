// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import HTTP2Core
import Testing

/// The end of a server's connection, and its timeouts.
struct ServerEndingTests {
    // MARK: Endings

    @Test func `GOAWAY contains the last stream; later streams are ignored`() {
        var bench = ServerBench()
        bench.send(bench.head(1) + bench.head(3))
        bench.connection.end(.noError, Array("words".utf8), lastStreamID: 1)
        #expect(bench.replies() == ["GOAWAY 1 NO_ERROR"])
        bench.send(ServerBench.data(3, 5) + bench.head(5, end: true) + ServerBench.data(5, 1))
        #expect(bench.respondAll().isEmpty)
        bench.send(ServerBench.data(1, 1))
        #expect(bench.respondAll() == [1])
        #expect(bench.replies() == ["HEADERS 1 200 end"])
        #expect(bench.connection.isFinished)
    }

    @Test func `a request above a GOAWAY's last stream is dropped from the queue`() {
        var bench = ServerBench()
        bench.send(bench.head(1, end: true))
        bench.connection.end(.noError, lastStreamID: 0)
        #expect(bench.connection.nextRequest() == nil)
        #expect(bench.connection.isFinished)
    }

    @Test func `a second GOAWAY can only lower the last stream`() {
        var bench = ServerBench()
        bench.send(bench.head(1) + bench.head(3))
        bench.connection.end(.noError)
        bench.connection.end(.noError, lastStreamID: 99)
        bench.connection.end(.noError, lastStreamID: 1)
        #expect(
            bench.replies() == ["GOAWAY 3 NO_ERROR", "GOAWAY 3 NO_ERROR", "GOAWAY 1 NO_ERROR"])
    }

    @Test func `a client that sends GOAWAY still gets its responses`() {
        var bench = ServerBench()
        bench.send(bench.head(1) + ServerBench.frame(7, [], [UInt8](repeating: 0, count: 8)))
        #expect(bench.replies() == ["GOAWAY 1 NO_ERROR"])
        bench.send(ServerBench.data(1, 1))
        #expect(bench.respondAll() == [1])
        #expect(bench.connection.isFinished)
    }

    // MARK: Time

    @Test func `a connection without a preface or without requests times out`() {
        var silent = ServerBench(isEstablished: false)
        #expect(silent.connection.nextDeadline == .seconds(10))
        silent.tick(after: .seconds(9))
        #expect(!silent.connection.isFinished)
        silent.tick(after: .seconds(1))
        #expect(silent.connection.isFinished)
        #expect(silent.connection.output.isEmpty)

        var bench = ServerBench()
        bench.tick(after: .seconds(3_000))
        bench.send(bench.head(1))
        bench.tick(after: .seconds(20))
        bench.send(ServerBench.data(1, 1))
        #expect(bench.respondAll() == [1])
        _ = bench.replies()
        #expect(bench.connection.nextDeadline == .seconds(3_020 + 3_600))
        bench.tick(after: .seconds(3_599))
        #expect(!bench.connection.isEnding)
        bench.tick(after: .seconds(1))
        #expect(bench.replies() == ["GOAWAY 1 NO_ERROR"])
        #expect(bench.connection.isFinished)
    }

    @Test func `a request that takes too long is reset, unless its response is withheld`() {
        var bench = ServerBench()
        bench.send(ServerBench.settings([(.initialWindowSize, 0)]))
        bench.send(bench.head(1) + bench.head(3, end: true))
        #expect(bench.respondAll(body: 5) == [3])
        bench.tick(after: .seconds(1))
        bench.send(bench.head(5, end: true))
        let silent = bench.connection.nextRequest()
        #expect(silent?.streamID == 5)
        bench.connection.withhold(5)
        _ = bench.replies()
        #expect(bench.connection.nextDeadline == .seconds(30))
        bench.tick(after: .seconds(29))
        #expect(bench.replies().sorted() == ["RST 1 CANCEL", "RST 3 CANCEL"])
        #expect(bench.connection.nextDeadline == nil)
        bench.tick(after: .seconds(10_000))
        #expect(bench.replies().isEmpty)
        bench.connection.end(.noError)
        #expect(!bench.connection.isFinished)
        bench.tick(after: .seconds(30))
        #expect(bench.connection.isFinished)
    }
}
