// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import HTTP2Core
import Testing

/// Frames that a client must not send, and the server's reaction (RFC 9113, by section).
struct ServerMalformedTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        /// The expected last frame of the server; `nil` for none.
        let reply: String?
        let bytes: @Sendable (inout ServerBench) -> [UInt8]
        var testDescription: String { name }

        init(
            _ name: String, _ reply: String?,
            _ bytes: @escaping @Sendable (inout ServerBench) -> [UInt8]
        ) {
            self.name = name
            self.reply = reply
            self.bytes = bytes
        }
    }

    private typealias B = ServerBench

    static let ofConnection: [Case] = [
        Case("DATA on stream 0", "GOAWAY 0 PROTOCOL_ERROR") { _ in B.data(0, 1) },
        Case("HEADERS on stream 0", "GOAWAY 0 PROTOCOL_ERROR") { $0.head(0) },
        Case("HEADERS on an even stream", "GOAWAY 0 PROTOCOL_ERROR") { $0.head(2) },
        Case("HEADERS on a stream that was skipped", "GOAWAY 5 PROTOCOL_ERROR") {
            $0.head(5, end: true) + $0.head(3, end: true)
        },
        Case("DATA on an idle stream", "GOAWAY 0 PROTOCOL_ERROR") { _ in B.data(1, 1) },
        Case("RST_STREAM on an idle stream", "GOAWAY 0 PROTOCOL_ERROR") { _ in B.reset(1) },
        Case("RST_STREAM on stream 0", "GOAWAY 0 PROTOCOL_ERROR") { _ in B.reset(0) },
        Case("RST_STREAM of 3 bytes", "GOAWAY 1 FRAME_SIZE_ERROR") {
            $0.head(1) + B.frame(3, stream: 1, [0, 0, 0])
        },
        Case("WINDOW_UPDATE on an idle stream", "GOAWAY 0 PROTOCOL_ERROR") { _ in
            B.windowUpdate(1, 1)
        },
        Case("WINDOW_UPDATE by 0", "GOAWAY 0 PROTOCOL_ERROR") { _ in B.windowUpdate(0, 0) },
        Case("WINDOW_UPDATE of 3 bytes", "GOAWAY 0 FRAME_SIZE_ERROR") { _ in
            B.frame(8, [], [0, 0, 1])
        },
        Case("a connection window beyond 2^31 - 1", "GOAWAY 0 FLOW_CONTROL_ERROR") { _ in
            B.windowUpdate(0, 0x7FFF_FFFF)
        },
        Case("SETTINGS on a stream", "GOAWAY 0 PROTOCOL_ERROR") { _ in B.frame(4, stream: 1) },
        Case("SETTINGS of 5 bytes", "GOAWAY 0 FRAME_SIZE_ERROR") { _ in
            B.frame(4, [], [0, 1, 0, 0, 0])
        },
        Case("SETTINGS acknowledged with a payload", "GOAWAY 0 FRAME_SIZE_ERROR") { _ in
            B.frame(4, .ack, [0, 1, 0, 0, 0, 0])
        },
        Case("ENABLE_PUSH 2", "GOAWAY 0 PROTOCOL_ERROR") { _ in B.settings([(.enablePush, 2)]) },
        Case("INITIAL_WINDOW_SIZE 2^31", "GOAWAY 0 FLOW_CONTROL_ERROR") { _ in
            B.settings([(.initialWindowSize, 0x8000_0000)])
        },
        Case("MAX_FRAME_SIZE 16383", "GOAWAY 0 PROTOCOL_ERROR") { _ in
            B.settings([(.maxFrameSize, 16_383)])
        },
        Case("MAX_FRAME_SIZE 2^24", "GOAWAY 0 PROTOCOL_ERROR") { _ in
            B.settings([(.maxFrameSize, 1 << 24)])
        },
        Case("PING on a stream", "GOAWAY 0 PROTOCOL_ERROR") { _ in
            B.frame(6, stream: 1, [UInt8](repeating: 0, count: 8))
        },
        Case("PING of 6 bytes", "GOAWAY 0 FRAME_SIZE_ERROR") { _ in
            B.frame(6, [], [UInt8](repeating: 0, count: 6))
        },
        Case("GOAWAY on a stream", "GOAWAY 0 PROTOCOL_ERROR") { _ in
            B.frame(7, stream: 1, [UInt8](repeating: 0, count: 8))
        },
        Case("GOAWAY of 7 bytes", "GOAWAY 0 FRAME_SIZE_ERROR") { _ in
            B.frame(7, [], [UInt8](repeating: 0, count: 7))
        },
        Case("PUSH_PROMISE", "GOAWAY 1 PROTOCOL_ERROR") {
            $0.head(1) + B.frame(5, .endHeaders, stream: 1, [0, 0, 0, 2])
        },
        Case("PRIORITY on stream 0", "GOAWAY 0 PROTOCOL_ERROR") { _ in
            B.frame(2, [], [0, 0, 0, 0, 0])
        },
        Case("PRIORITY of 4 bytes", "GOAWAY 0 FRAME_SIZE_ERROR") { _ in
            B.frame(2, stream: 1, [0, 0, 0, 0])
        },
        Case("CONTINUATION without HEADERS", "GOAWAY 0 PROTOCOL_ERROR") { _ in
            B.frame(9, .endHeaders, stream: 1)
        },
        Case("CONTINUATION after the block's end", "GOAWAY 1 PROTOCOL_ERROR") {
            $0.head(1) + B.frame(9, .endHeaders, stream: 1)
        },
        Case("a frame inside a block", "GOAWAY 0 PROTOCOL_ERROR") { _ in
            B.frame(1, stream: 1) + B.frame(6, [], [UInt8](repeating: 0, count: 8))
        },
        Case("an unknown frame inside a block", "GOAWAY 0 PROTOCOL_ERROR") { _ in
            B.frame(1, stream: 1) + B.frame(0xFE)
        },
        Case("CONTINUATION of another stream", "GOAWAY 0 PROTOCOL_ERROR") { _ in
            B.frame(1, stream: 1) + B.frame(9, .endHeaders, stream: 3)
        },
        Case("a block of many CONTINUATION frames", "GOAWAY 0 ENHANCE_YOUR_CALM") { _ in
            B.frame(1, stream: 1) + (1...17).flatMap { _ in B.frame(9, stream: 1) }
        },
        Case("a block that is too long", "GOAWAY 0 ENHANCE_YOUR_CALM") { _ in
            B.frame(1, stream: 1)
                + (1...5).flatMap { _ in
                    B.frame(9, stream: 1, [UInt8](repeating: 0, count: 16_000))
                }
        },
        Case("a block that is not HPACK", "GOAWAY 0 COMPRESSION_ERROR") { _ in
            B.frame(1, .endHeaders, stream: 1, [0x80])
        },
        Case("a frame of 16385 bytes", "GOAWAY 1 FRAME_SIZE_ERROR") {
            $0.head(1) + B.data(1, 16_385)
        },
        Case("padding as long as the frame", "GOAWAY 1 PROTOCOL_ERROR") {
            $0.head(1) + B.frame(0, .padded, stream: 1, [3, 0, 0])
        },
        Case("padding without a length", "GOAWAY 1 PROTOCOL_ERROR") {
            $0.head(1) + B.frame(0, .padded, stream: 1)
        },
        Case("HEADERS padded beyond their end", "GOAWAY 0 PROTOCOL_ERROR") { _ in
            B.frame(1, [.padded, .endHeaders], stream: 1, [9, 0x82])
        },
        Case("HEADERS with half a priority", "GOAWAY 0 FRAME_SIZE_ERROR") { _ in
            B.frame(1, [.priority, .endHeaders], stream: 1, [0, 0, 0])
        },
    ]

    @Test(arguments: ofConnection)
    func `a connection error ends the connection with the error's code`(
        _ wrong: Case
    ) {
        var bench = ServerBench()
        bench.send(wrong.bytes(&bench))
        #expect(bench.replies().last == wrong.reply)
        #expect(bench.connection.isFinished)
        #expect(bench.connection.error != nil)
        bench.send(bench.head(101, end: true))
        #expect(bench.replies().isEmpty)
        #expect(bench.respondAll().isEmpty)
        #expect(bench.connection.nextDeadline == nil)
    }

    private static let pseudo = ServerBench.pseudoHeaders

    static let ofStream: [Case] =
        [
            Case("HEADERS twice without an end", "RST 1 PROTOCOL_ERROR") {
                $0.head(1) + $0.bareHead(1, [("x", "y")], end: false)
            },
            Case("trailers with a pseudo-header", "RST 1 PROTOCOL_ERROR") {
                $0.head(1) + $0.bareHead(1, [(":method", "POST")])
            },
            Case("DATA after the end", "RST 1 STREAM_CLOSED") {
                $0.head(1, end: true) + B.data(1, 1)
            },
            Case("HEADERS after the end", "RST 1 STREAM_CLOSED") {
                $0.head(1, end: true) + $0.bareHead(1, [("x", "y")])
            },
            Case("WINDOW_UPDATE by 0", "RST 1 PROTOCOL_ERROR") {
                $0.head(1) + B.windowUpdate(1, 0)
            },
            Case("a window beyond 2^31 - 1", "RST 1 FLOW_CONTROL_ERROR") {
                $0.head(1) + B.windowUpdate(1, 0x7FFF_FFFF)
            },
            Case("less than content-length", "RST 1 PROTOCOL_ERROR") {
                $0.head(1, [("content-length", "2")]) + B.data(1, 1)
            },
            Case("more than content-length", "RST 1 PROTOCOL_ERROR") {
                $0.head(1, [("content-length", "2")]) + B.data(1, 2, end: false) + B.data(1, 1)
            },
            Case("content-length without a body", "RST 1 PROTOCOL_ERROR") {
                $0.head(1, [("content-length", "2")], end: true)
            },
        ] + heads

    /// Header sections that are not valid requests.
    private static let heads: [Case] = [
        head("a name in capitals", pseudo + [("Apns-Topic", "x")]),
        head("a name with a blank", pseudo + [("apns topic", "x")]),
        head("an empty name", pseudo + [("", "x")]),
        head("a name with a colon inside", pseudo + [("a:b", "x")]),
        head("a value with a line break", pseudo + [("a", "x\r\ny")]),
        head("a value with NUL", pseudo + [("a", "x\0y")]),
        head("a value that begins with a blank", pseudo + [("a", " x")]),
        head("a value that ends with a tab", pseudo + [("a", "x\t")]),
        head("connection", pseudo + [("connection", "close")]),
        head("keep-alive", pseudo + [("keep-alive", "1")]),
        head("proxy-connection", pseudo + [("proxy-connection", "close")]),
        head("transfer-encoding", pseudo + [("transfer-encoding", "chunked")]),
        head("upgrade", pseudo + [("upgrade", "h2c")]),
        head("te that is not trailers", pseudo + [("te", "gzip")]),
        head("content-length that is no number", pseudo + [("content-length", "1x")]),
        head("an unknown pseudo-header", pseudo + [(":test", "x")]),
        head("a pseudo-header of responses", pseudo + [(":status", "200")]),
        head("a pseudo-header after a header", [("a", "b")] + pseudo),
        head("two methods", pseudo + [(":method", "POST")]),
        head("two paths", pseudo + [(":path", "/")]),
        head("no method", pseudo.filter { $0.0 != ":method" }),
        head("no scheme", pseudo.filter { $0.0 != ":scheme" }),
        head("no path", pseudo.filter { $0.0 != ":path" }),
        head("an empty path", pseudo.filter { $0.0 != ":path" } + [(":path", "")]),
        head("nothing", []),
    ]

    private static func head(_ name: String, _ fields: [(String, String)]) -> Case {
        Case(name, "RST 1 PROTOCOL_ERROR") { $0.bareHead(1, fields) }
    }

    @Test(arguments: ofStream)
    func `a stream error resets only the stream`(_ wrong: Case) {
        var bench = ServerBench()
        bench.send(wrong.bytes(&bench))
        #expect(bench.replies().last == wrong.reply)
        #expect(bench.respondAll().isEmpty)
        #expect(!bench.connection.hasOpenStreams)
        bench.send(bench.head(3) + ServerBench.data(3, 5))
        #expect(bench.respondAll() == [3])
        #expect(bench.replies() == ["HEADERS 3 200 end"])
    }

    static let harmless: [Case] = [
        Case("an unknown frame", nil) { _ in B.frame(0xFE, stream: 7, [1, 2, 3]) },
        Case("an unknown setting", "SETTINGS ack") { _ in
            B.frame(4, [], [0xFF, 0xFF, 0, 0, 0, 1])
        },
        Case("PRIORITY on an idle stream", nil) { _ in B.frame(2, stream: 9, [0, 0, 0, 9, 1]) },
        Case("PING with unknown flags", "PING ack 7") { _ in
            B.frame(6, FrameFlags(rawValue: 0xFE), [0, 0, 0, 0, 0, 0, 0, 7])
        },
        Case("an acknowledgement of a PING that was not sent", nil) { _ in
            B.frame(6, .ack, [UInt8](repeating: 0, count: 8))
        },
        Case("an acknowledgement too many", nil) { _ in B.settingsAcknowledgement },
        Case("RST_STREAM and WINDOW_UPDATE on a closed stream", nil) {
            let bytes = $0.head(1, end: true)
            $0.send(bytes)
            _ = $0.respondAll()
            _ = $0.replies()
            return B.reset(1) + B.windowUpdate(1, 5)
        },
    ]

    @Test(arguments: harmless)
    func `unusual but permitted frames are accepted`(_ odd: Case) {
        var bench = ServerBench()
        bench.send(odd.bytes(&bench))
        #expect(bench.replies() == (odd.reply.map { [$0] } ?? []))
        let id = bench.connection.lastStreamID + 2 | 1
        bench.send(bench.head(id, end: true))
        #expect(bench.respondAll() == [id])
    }

    @Test(arguments: [false, true])
    func `frames on a closed stream are an error, unless the server reset the stream`(isReset: Bool)
    {
        var bench = ServerBench()
        bench.send(bench.head(1, end: !isReset))
        if isReset { bench.send(bench.bareHead(1, [("X", "y")])) } else { _ = bench.respondAll() }
        _ = bench.replies()
        bench.send(ServerBench.data(1, 10))
        #expect(bench.replies() == (isReset ? [] : ["GOAWAY 1 STREAM_CLOSED"]))
        #expect(bench.connection.isFinished == !isReset)
    }

    @Test func `HEADERS after the response end the connection with STREAM_CLOSED`() {
        var bench = ServerBench()
        bench.send(bench.head(1, end: true))
        _ = bench.respondAll()
        _ = bench.replies()
        bench.send(bench.head(1, end: true))
        #expect(bench.replies() == ["GOAWAY 1 STREAM_CLOSED"])
    }

    @Test func `a connection without the preface is closed without output`() {
        for text in ["POST / HTTP/1.1\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSX", "\u{16}\u{3}\u{1}"] {
            var bench = ServerBench(isEstablished: false)
            bench.send(Array(text.utf8))
            #expect(bench.connection.isFinished)
            #expect(bench.connection.output.isEmpty)
        }
    }

    @Test func `the first frame must be SETTINGS`() {
        for wrong in [
            ServerBench.frame(6, [], [UInt8](repeating: 0, count: 8)),
            ServerBench.settingsAcknowledgement,
        ] {
            var bench = ServerBench(isEstablished: false)
            bench.send(ControlFrames.clientPreface + wrong)
            #expect(bench.replies().last == "GOAWAY 0 PROTOCOL_ERROR")
        }
    }
}
