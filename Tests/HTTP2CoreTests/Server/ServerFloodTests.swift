// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import HTTP2Core
import Testing

/// Clients that send parts of frames, or many useless frames.
struct ServerFloodTests {
    private typealias B = ServerBench

    private static let calm = "GOAWAY 1 ENHANCE_YOUR_CALM"

    // MARK: Parts

    struct Part: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let bytes: @Sendable (inout ServerBench) -> [UInt8]

        init(_ name: String, _ bytes: @escaping @Sendable (inout ServerBench) -> [UInt8]) {
            testDescription = name
            self.bytes = bytes
        }
    }

    private static let parts = [
        Part("one byte of a frame's header") { _ in [0] },
        Part("eight bytes of a frame's header") { _ in [0, 0, 8, 6, 0, 0, 0, 0] },
        Part("half a PING") { _ in Array(B.frame(6, [], [UInt8](repeating: 0, count: 8))[..<13]) },
        Part("half a HEADERS frame") { Array($0.head(3, end: true).dropLast(3)) },
        Part("HEADERS without the end of the block") {
            B.frame(1, .endStream, stream: 3, $0.block(B.pseudoHeaders))
        },
        Part("HEADERS and a CONTINUATION without the end of the block") {
            B.frame(1, .endStream, stream: 3, $0.block(B.pseudoHeaders))
                + B.frame(9, [], stream: 3, [])
        },
    ]

    @Test(arguments: parts)
    func `an incomplete frame or header block times out after ten seconds`(part: Part) {
        var bench = ServerBench()
        bench.send(bench.head(1, end: true))
        _ = bench.respondAll()
        _ = bench.replies()
        bench.tick(after: .seconds(100))
        bench.send(part.bytes(&bench))
        #expect(bench.connection.nextDeadline == .seconds(110))
        bench.tick(after: .milliseconds(9_999))
        #expect(!bench.connection.isFinished)
        bench.tick(after: .milliseconds(1))
        #expect(bench.replies() == [Self.calm])
        #expect(bench.connection.isFinished)
        #expect(bench.connection.error?.problem.contains("not completed") == true)
    }

    @Test func `only complete frames extend the time limit, not single bytes`() {
        var bench = ServerBench()
        bench.send(bench.head(1, end: true))
        _ = bench.respondAll()
        let ping = B.frame(6, [], [UInt8](repeating: 0, count: 8))
        for byte in ping[..<9] {
            bench.tick(after: .seconds(1))
            bench.send([byte])
            #expect(bench.connection.urgentDeadline == .seconds(11))
        }
        bench.send(Array(ping[9...]) + [0])
        #expect(bench.connection.urgentDeadline == .seconds(19))
        bench.send(Array(ping[1...]))
        #expect(bench.connection.urgentDeadline == nil)
    }

    @Test func `CONTINUATION frames do not extend the time limit of a header block`() {
        var bench = ServerBench()
        let block = bench.block(B.pseudoHeaders)
        bench.send(B.frame(1, .endStream, stream: 1, block))
        for _ in 0..<9 {
            bench.tick(after: .seconds(1))
            bench.send(B.frame(9, [], stream: 1, []))
            #expect(bench.connection.urgentDeadline == .seconds(10))
        }
        bench.send(B.frame(9, .endHeaders, stream: 1, []))
        #expect(bench.connection.urgentDeadline == nil)
        #expect(bench.respondAll() == [1])
    }

    // MARK: Floods

    struct Flood: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The number of frames that the server accepts.
        let countMax: Int
        /// A frame that is sent after stream 1 has ended.
        let frame: @Sendable (inout ServerBench, Int) -> [UInt8]

        init(
            _ name: String, _ countMax: Int = 1000,
            _ frame: @escaping @Sendable (inout ServerBench, Int) -> [UInt8]
        ) {
            testDescription = name
            self.countMax = countMax
            self.frame = frame
        }
    }

    private static let floods = [
        Flood("WINDOW_UPDATE of the connection") { _, _ in B.windowUpdate(0, 1) },
        Flood("WINDOW_UPDATE of a closed stream") { _, _ in B.windowUpdate(1, 1) },
        Flood("RST_STREAM of a closed stream") { _, _ in B.reset(1) },
        Flood("unexpected acknowledgements of SETTINGS") { _, _ in B.settingsAcknowledgement },
        // The client's own SETTINGS frame is one of the thousand frames.
        Flood("unexpected acknowledgements of PING", 999) { _, _ in
            B.frame(6, .ack, [UInt8](repeating: 0, count: 8))
        },
        Flood("requests with too many headers", 100) { bench, index in
            bench.head(
                StreamID(2 * index + 3), [("x-long", String(repeating: "x", count: 9000))],
                end: true)
        },
    ]

    @Test(arguments: floods)
    func `too many useless frames end the connection`(flood: Flood) {
        var bench = ServerBench()
        bench.send(bench.head(1, end: true))
        _ = bench.respondAll()
        for index in 0..<flood.countMax { bench.send(flood.frame(&bench, index)) }
        #expect(!bench.connection.isFinished)
        bench.send(flood.frame(&bench, flood.countMax))
        #expect(bench.connection.isFinished)
        #expect(bench.replies().last?.hasSuffix("ENHANCE_YOUR_CALM") == true)
    }

    @Test(arguments: floods)
    func `useless frames at a fifth of the maximum rate are always accepted`(flood: Flood) {
        var bench = ServerBench()
        bench.send(bench.head(1, end: true))
        _ = bench.respondAll()
        for index in 0..<flood.countMax * 3 {
            if index.isMultiple(of: flood.countMax / 10) { bench.tick(after: .seconds(5)) }
            bench.send(flood.frame(&bench, index))
            _ = bench.replies()
        }
        #expect(!bench.connection.isFinished)
    }

    @Test func `frames on reset streams are counted, except frames in transit`() {
        var bench = ServerBench(streamCount: 1)
        bench.send(bench.head(1) + bench.head(3))
        #expect(bench.replies() == ["RST 3 REFUSED_STREAM"])
        for _ in 0..<1008 { bench.send(B.data(3, 1, end: false)) }
        #expect(!bench.connection.isFinished)
        bench.send(B.data(3, 1, end: false))
        #expect(bench.connection.isFinished)
    }

    @Test func `WINDOW_UPDATE frames for responses are not counted`() {
        var bench = ServerBench()
        for index in 0..<5_000 {
            let id = StreamID(2 * index + 1)
            bench.send(bench.head(id, end: true))
            #expect(bench.respondAll(status: 400, body: 20) == [id])
            _ = bench.replies()
            bench.send(B.windowUpdate(id, 20) + B.windowUpdate(0, 20))
        }
        #expect(!bench.connection.isFinished)
        #expect(bench.connection.error == nil)
    }

    // MARK: Streams beyond the limit

    @Test(arguments: [1, 4, 7])
    func `streams beyond the announced limit end the connection, or a lower limit refuses them`(
        streamCount: Int
    ) {
        var limits = ServerLimits()
        limits.streamCountMax = 4
        var bench = ServerBench(
            limits: limits, streamCount: streamCount, rule: .end(debugData: Array("too many".utf8)))
        let taken = min(streamCount, 4)
        for index in 0..<taken { bench.send(bench.head(StreamID(2 * index + 1))) }
        #expect(bench.replies().isEmpty)
        bench.send(bench.head(StreamID(2 * taken + 1)))
        let last = 2 * taken - 1
        #expect(
            bench.replies()
                == [
                    streamCount > 4
                        ? "RST \(2 * taken + 1) REFUSED_STREAM" : "GOAWAY \(last) PROTOCOL_ERROR"
                ])
    }
}
