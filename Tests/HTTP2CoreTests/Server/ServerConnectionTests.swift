// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import HTTP2Core
import Simulation
import Testing

/// Requests, responses, windows and stream limits of a server's connection.
struct ServerConnectionTests {
    @Test func `the server sends Apple's settings and acknowledges the client's`() {
        var bench = ServerBench(streamCount: 1, isEstablished: false)
        #expect(bench.replies() == ["SETTINGS 1=4096 3=1 4=65535 5=16384 6=8000"])
        bench.send(ControlFrames.clientPreface + ServerBench.settings([(.enablePush, 0)]))
        #expect(bench.replies() == ["SETTINGS ack"])
    }

    @Test func `a request has its headers in order and its body`() throws {
        var bench = ServerBench()
        bench.send(
            bench.head(1, [("apns-topic", "a"), ("apns-topic", "b"), ("te", "trailers")])
                + ServerBench.data(1, 3, end: false) + ServerBench.data(1, 2, end: false)
                + bench.bareHead(1, [("trailer", "x")]))
        let next = bench.connection.nextRequest()
        let request = try #require(next)
        #expect(
            request.head.pairs.map { "\($0.name)=\($0.value)" } == [
                ":method=POST", ":scheme=https", ":path=/3/device/aa", ":authority=localhost",
                "apns-topic=a", "apns-topic=b", "te=trailers",
            ])
        #expect(request.body == Array("aaaaa".utf8))
        #expect(bench.connection.nextRequest() == nil)
        bench.connection.respond(
            to: 1, with: ServerResponse(status: 400, headers: [("apns-id", "X")], body: [1, 2]))
        #expect(bench.replies() == ["HEADERS 1 400 apns-id=X", "DATA 1 2 end"])
        #expect(!bench.connection.hasOpenStreams)
    }

    @Test func `the result does not depend on where the bytes are split`() {
        var writer = ServerBench()
        let block = writer.block(ServerBench.pseudoHeaders + [("apns-topic", "x")])
        var bytes = ServerBench.frame(
            1, [.padded, .priority], stream: 1, [2, 0, 0, 0, 0, 9] + block.prefix(9) + [0, 0])
        bytes += ServerBench.frame(9, stream: 1, Array(block[9..<20]))
        bytes += ServerBench.frame(9, .endHeaders, stream: 1, Array(block[20...]))
        bytes += ServerBench.frame(0, [.padded, .endStream], stream: 1, [1, 0x61, 0x62, 0])
        bytes += ServerBench.frame(6, [], [0, 0, 0, 0, 0, 0, 0, 1])
        for cut in 0...bytes.count {
            var bench = ServerBench()
            bench.send(Array(bytes[..<cut]))
            bench.send(Array(bytes[cut...]))
            let request = bench.connection.nextRequest()
            #expect(request?.body == Array("ab".utf8))
            #expect(request?.head.pairs.last?.value == "x")
            #expect(bench.replies() == ["PING ack 1"])
        }
        var bench = ServerBench()
        for byte in bytes { bench.send([byte]) }
        #expect(bench.respondAll() == [1])
    }

    @Test func `random bytes after the preface never trap`() {
        var generator = SeededGenerator(seed: 11)
        for _ in 1...3_000 {
            var bench = ServerBench()
            var bytes = bench.head(1) + ServerBench.data(1, 20, end: false)
            bytes += bench.head(3, [("content-length", "4")], end: false) + ServerBench.data(3, 4)
            for _ in 1...Int.random(in: 1...6, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[place] = UInt8.random(in: 0...255, using: &generator)
            }
            bench.send(bytes)
            _ = bench.respondAll(body: 10)
            let replies = bench.replies()
            if bench.connection.isFinished {
                #expect(replies.contains { $0.hasPrefix("GOAWAY") })
            }
        }
    }

    // MARK: Bodies

    @Test func `a long body gets an early response, and the rest is refused`() throws {
        var limits = ServerLimits()
        limits.bodyByteCountRead = 100
        var bench = ServerBench(limits: limits)
        bench.send(bench.head(1) + ServerBench.data(1, 99, end: false))
        #expect(bench.connection.nextRequest() == nil)
        bench.send(ServerBench.data(1, 50, end: false))
        let next = bench.connection.nextRequest()
        let request = try #require(next)
        #expect(request.body.count == 100)
        bench.connection.respond(to: 1, with: ServerResponse(status: 413, body: [1]))
        #expect(bench.replies() == ["HEADERS 1 413", "DATA 1 1 end"])
        bench.send(ServerBench.data(1, 500, end: false))
        #expect(bench.replies() == ["RST 1 NO_ERROR"])
        // Frames in transit are not an error.
        bench.send(ServerBench.data(1, 500) + bench.head(3, end: true))
        #expect(bench.respondAll() == [3])
        #expect(bench.replies() == ["HEADERS 3 200 end"])
    }

    @Test
    func `after an early response, a request that does not end within 30 seconds is reset`() {
        var limits = ServerLimits()
        limits.bodyByteCountRead = 100
        var bench = ServerBench(limits: limits)
        for id in [1, 3, 5, 7] as [StreamID] {
            bench.send(bench.head(id) + ServerBench.data(id, 100, end: false))
        }
        #expect(bench.respondAll() == [1, 3, 5, 7])
        _ = bench.replies()
        bench.send(ServerBench.data(1, 5) + bench.bareHead(3, [("x", "y")]))
        #expect(bench.replies().isEmpty)
        bench.send(ServerBench.reset(5))
        bench.tick(after: .seconds(30))
        #expect(bench.replies() == ["RST 7 NO_ERROR"])
        #expect(!bench.connection.hasOpenStreams)
        bench.send(bench.head(9) + ServerBench.data(9, 100, end: false))
        #expect(bench.respondAll() == [9])
        bench.connection.end(.noError)
        #expect(bench.connection.isFinished)
    }

    @Test func `a stream whose body exceeds the window is reset one second after the response`() {
        // The client waits for a window that is never opened, so no further frame can arrive.
        var bench = ServerBench()
        bench.send(bench.head(1))
        for count in [16_384, 16_384, 16_384, 16_383] {
            bench.send(ServerBench.data(1, count, end: false))
        }
        _ = bench.replies()
        #expect(bench.respondAll() == [1])
        #expect(bench.replies() == ["HEADERS 1 200 end"])
        #expect(bench.connection.urgentDeadline == bench.now + .seconds(1))
        bench.tick(after: .milliseconds(999))
        #expect(bench.replies() == [])
        bench.tick(after: .milliseconds(1))
        #expect(bench.replies() == ["RST 1 NO_ERROR"])
        #expect(!bench.connection.hasOpenStreams)
        #expect(bench.connection.urgentDeadline == nil)
        // The announced rest of the body on stream 1 does not fit into the window.
        var limits = ServerLimits()
        limits.bodyByteCountRead = 100
        var other = ServerBench(limits: limits)
        other.send(
            other.head(1, [("content-length", "65636")]) + ServerBench.data(1, 100, end: false)
                + other.head(3, [("content-length", "65535")])
                + ServerBench.data(3, 100, end: false))
        #expect(other.respondAll() == [1, 3])
        _ = other.replies()
        other.tick(after: .seconds(1))
        #expect(other.replies() == ["RST 1 NO_ERROR"])
    }

    @Test func `the connection's window is restored when half of it is used`() {
        var bench = ServerBench()
        for id in stride(from: StreamID(1), through: 31, by: 2) {
            bench.send(bench.head(id) + ServerBench.data(id, 4_096))
        }
        #expect(bench.respondAll().count == 16)
        #expect(
            bench.replies().filter { $0.hasPrefix("WINDOW") } == [
                "WINDOW 0 32768", "WINDOW 0 32768",
            ])
    }

    @Test func `DATA beyond a window is a flow-control error`() {
        var bench = ServerBench()
        bench.send(bench.head(1))
        for _ in 1...4 { bench.send(ServerBench.data(1, 16_384, end: false)) }
        #expect(bench.replies().contains("RST 1 FLOW_CONTROL_ERROR"))
        #expect(!bench.connection.isFinished)
        var greedy = ServerBench()
        var bytes = greedy.head(1) + greedy.head(3)
        for _ in 1...3 { bytes += ServerBench.data(1, 16_384, end: false) }
        for _ in 1...2 { bytes += ServerBench.data(3, 16_384, end: false) }
        greedy.send(bytes)
        #expect(greedy.replies().last == "GOAWAY 3 FLOW_CONTROL_ERROR")
    }

    // MARK: Responses and the client's windows

    @Test func `a response stays within the stream's window, also when the window changes`() {
        var bench = ServerBench()
        bench.send(ServerBench.settings([(.initialWindowSize, 10)]))
        bench.send(bench.head(1, end: true) + bench.head(3, end: true))
        _ = bench.replies()
        #expect(bench.respondAll(body: 25) == [1, 3])
        #expect(
            bench.replies() == ["HEADERS 1 200", "DATA 1 10", "HEADERS 3 200", "DATA 3 10"])
        bench.send(ServerBench.windowUpdate(3, 15))
        #expect(bench.replies() == ["DATA 3 15 end"])
        bench.send(ServerBench.settings([(.initialWindowSize, 12)]))
        #expect(bench.replies() == ["SETTINGS ack", "DATA 1 2"])
        // A smaller initial size makes the window negative; DATA waits until the window is
        // positive.
        bench.send(ServerBench.settings([(.initialWindowSize, 2)]))
        bench.send(ServerBench.windowUpdate(1, 10))
        #expect(bench.replies() == ["SETTINGS ack"])
        bench.send(ServerBench.windowUpdate(1, 13))
        #expect(bench.replies() == ["DATA 1 13 end"])
        #expect(!bench.connection.hasOpenStreams)
    }

    @Test func `a long response is split into frames and waits for the window`() {
        var bench = ServerBench()
        bench.send(bench.head(1, end: true) + ServerBench.windowUpdate(1, 100_000))
        #expect(bench.respondAll(body: 70_000) == [1])
        #expect(
            bench.replies() == [
                "HEADERS 1 200", "DATA 1 16384", "DATA 1 16384", "DATA 1 16384", "DATA 1 16383",
            ])
        bench.send(bench.head(3, end: true))
        #expect(bench.respondAll() == [3])
        #expect(bench.replies() == ["HEADERS 3 200 end"])
        bench.send(ServerBench.windowUpdate(0, 10_000))
        #expect(bench.replies() == ["DATA 1 4465 end"])
    }

    @Test func `a client that never opens its windows cannot fill the memory`() {
        var limits = ServerLimits()
        limits.heldByteCountMax = 1_000
        var bench = ServerBench(limits: limits)
        bench.send(ServerBench.settings([(.initialWindowSize, 0)]))
        for id in [1, 3, 5] as [StreamID] { bench.send(bench.head(id, end: true)) }
        _ = bench.respondAll(body: 400)
        #expect(bench.replies().last == "GOAWAY 5 ENHANCE_YOUR_CALM")
    }

    @Test func `headers longer than a frame are sent with CONTINUATION`() {
        var bench = ServerBench()
        bench.send(bench.head(1, end: true))
        _ = bench.respondAll(
            headers: (1...5).map { ("x-\($0)", String(repeating: "y", count: 8_000)) })
        #expect(
            bench.replies() == ["HEADERS 1…", "CONTINUATION 1…", "CONTINUATION 1"])
    }

    @Test func `responses to closed streams and second responses are ignored`() {
        var bench = ServerBench()
        bench.send(bench.head(1, end: true))
        let request = bench.connection.nextRequest()
        #expect(request?.streamID == 1)
        bench.send(ServerBench.reset(1))
        bench.connection.respond(to: 1, with: ServerResponse(status: 200))
        #expect(bench.replies().isEmpty)
        bench.send(bench.head(3, end: true) + ServerBench.reset(3))
        #expect(bench.respondAll().isEmpty)
    }

    // MARK: Limits

    @Test
    func `a header list that is too long gets 431, and a much longer list ends the connection`() {
        var bench = ServerBench()
        bench.send(bench.head(1, [("x", String(repeating: "y", count: 9_000))], end: true))
        #expect(bench.replies() == ["HEADERS 1 431 end"])
        bench.send(bench.head(3, [("x", String(repeating: "y", count: 9_000))]))
        #expect(bench.replies() == ["HEADERS 3 431 end"])
        bench.send(ServerBench.data(3, 1, end: false))
        #expect(bench.replies() == ["RST 3 NO_ERROR"])
        bench.send(bench.head(5, [("x", String(repeating: "y", count: 7_000))], end: true))
        #expect(bench.respondAll() == [5])
        var limits = ServerLimits()
        limits.headerListSizeRead = 10_000
        var strict = ServerBench(limits: limits)
        strict.send(strict.head(1, [("x", String(repeating: "y", count: 11_000))]))
        #expect(strict.replies() == ["GOAWAY 0 ENHANCE_YOUR_CALM"])
    }

    @Test func `more than a hundred resets in ten seconds end the connection`() {
        var slow = ServerBench()
        for id in stride(from: StreamID(1), to: 601, by: 2) {
            slow.send(slow.head(id) + ServerBench.reset(id))
            slow.now += .milliseconds(200)
        }
        #expect(!slow.connection.isFinished)
        var fast = ServerBench()
        for id in stride(from: StreamID(1), to: 203, by: 2) {
            #expect(!fast.connection.isFinished)
            fast.send(fast.head(id) + ServerBench.reset(id))
        }
        #expect(fast.replies() == ["GOAWAY 201 ENHANCE_YOUR_CALM"])
    }

    @Test func `resets that the server sends because of the client's errors are counted, too`() {
        var bench = ServerBench()
        for id in stride(from: StreamID(1), to: 203, by: 2) {
            bench.send(bench.head(id) + ServerBench.windowUpdate(id, 0))
        }
        #expect(bench.replies().last == "GOAWAY 201 ENHANCE_YOUR_CALM")
    }

    @Test(arguments: [
        ServerBench.frame(6, [], [UInt8](repeating: 0, count: 8)), ServerBench.settings(),
        ServerBench.frame(0xFE), ServerBench.frame(2, stream: 1, [0, 0, 0, 0, 0]),
        ServerBench.data(1, 0, end: false),
    ])
    func `too many frames without effect end the connection`(_ frame: [UInt8]) {
        var bench = ServerBench()
        bench.send(bench.head(1))
        for _ in 1..<1_000 { bench.send(frame) }
        #expect(!bench.connection.isFinished)
        for _ in 1...2 { bench.send(frame) }
        #expect(bench.replies().last == "GOAWAY 1 ENHANCE_YOUR_CALM")
    }

    // MARK: Numbers of streams

    @Test func `streams beyond the limit are refused, and later streams are accepted`() {
        var bench = ServerBench(streamCount: 2)
        bench.send(bench.head(1) + bench.head(3) + bench.head(5) + ServerBench.data(5, 10))
        #expect(bench.replies() == ["RST 5 REFUSED_STREAM"])
        bench.send(ServerBench.data(1, 1))
        #expect(bench.respondAll() == [1])
        bench.send(bench.head(7, end: true))
        #expect(bench.respondAll() == [7])
    }

    @Test func `with the rule .end, a stream beyond an acknowledged limit ends the connection`() {
        let phrase = Array("too many".utf8)
        var bench = ServerBench(streamCount: 1, rule: .end(debugData: phrase), isEstablished: false)
        bench.send(ControlFrames.clientPreface + ServerBench.settings())
        bench.send(bench.head(1, end: true) + bench.head(3, end: true))
        #expect(bench.respondAll() == [1, 3])
        bench.send(ServerBench.settingsAcknowledgement)
        bench.connection.announce(streamCount: 2)
        // A higher limit applies once it was sent, a lower limit once it was acknowledged.
        bench.send(bench.head(5) + bench.head(7))
        _ = bench.replies()
        bench.send(bench.head(9))
        #expect(Array(bench.connection.output.suffix(8)) == phrase)
        #expect(bench.replies() == ["GOAWAY 7 PROTOCOL_ERROR"])
        #expect(!bench.connection.isFinished)
        bench.send(ServerBench.data(5, 1) + ServerBench.data(7, 1) + ServerBench.data(9, 1))
        #expect(bench.respondAll() == [5, 7])
        #expect(bench.connection.isFinished)
    }

    @Test func `a lowered limit lets open streams finish`() {
        var bench = ServerBench(streamCount: 3)
        bench.send(bench.head(1) + bench.head(3) + bench.head(5))
        bench.connection.announce(streamCount: 1)
        #expect(bench.replies() == ["SETTINGS 3=1"])
        bench.send(bench.head(7))
        #expect(bench.replies() == ["RST 7 REFUSED_STREAM"])
        for id in [1, 3, 5] as [StreamID] { bench.send(ServerBench.data(id, 1)) }
        #expect(bench.respondAll() == [1, 3, 5])
        bench.send(bench.head(9, end: true))
        #expect(bench.respondAll() == [9])
    }
}
