// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import HTTP2Core
import Testing

@testable import APNSProvider

/// The effect of bytes that violate RFC 9113 on the connection and on its requests.
struct EngineErrorTests {
    struct Violation: CustomTestStringConvertible {
        let name: String
        let code: HTTP2ErrorCode
        let bytes: [UInt8]

        init(
            _ name: String, _ code: HTTP2ErrorCode, type: UInt8, flags: UInt8 = 0,
            stream: StreamID = 0, _ payload: [UInt8] = []
        ) {
            self.name = name
            self.code = code
            var header = FrameHeader(
                length: payload.count, type: .data, flags: FrameFlags(rawValue: flags),
                streamID: stream)
            header.rawType = type
            var bytes: [UInt8] = []
            header.append(to: &bytes)
            self.bytes = bytes + payload
        }

        var testDescription: String { name }
    }

    private static let zeros4 = [UInt8](repeating: 0, count: 4)

    /// Request 1 is on stream 3; stream 1 has ended; stream 5 was never opened.
    static let violations: [Violation] = [
        Violation("SETTINGS on a stream", .protocolError, type: 4, stream: 3),
        Violation("SETTINGS of seven bytes", .frameSizeError, type: 4, [0, 0, 0, 0, 0, 0, 0]),
        Violation("an acknowledgement with a payload", .frameSizeError, type: 4, flags: 1, [0]),
        Violation("push turned on", .protocolError, type: 4, [0, 2, 0, 0, 0, 1]),
        Violation("push neither on nor off", .protocolError, type: 4, [0, 2, 0, 0, 0, 2]),
        Violation("a window too large", .flowControlError, type: 4, [0, 4, 0x80, 0, 0, 0]),
        Violation("frames too small", .protocolError, type: 4, [0, 5, 0, 0, 0x3F, 0xFF]),
        Violation("frames too large", .protocolError, type: 4, [0, 5, 1, 0, 0, 0]),
        Violation("a PING of seven bytes", .frameSizeError, type: 6, [0, 0, 0, 0, 0, 0, 0]),
        Violation(
            "a PING on a stream", .protocolError, type: 6, stream: 3,
            [UInt8](repeating: 0, count: 8)),
        Violation("a GOAWAY of seven bytes", .frameSizeError, type: 7, [0, 0, 0, 0, 0, 0, 0]),
        Violation(
            "a GOAWAY on a stream", .protocolError, type: 7, stream: 3,
            [UInt8](repeating: 0, count: 8)),
        Violation("a WINDOW_UPDATE of three bytes", .frameSizeError, type: 8, [0, 0, 1]),
        Violation("a WINDOW_UPDATE of nothing", .protocolError, type: 8, zeros4),
        Violation(
            "a window opened too far", .flowControlError, type: 8, [0x7F, 0xFF, 0xFF, 0xFF]),
        Violation(
            "a window of a stream never opened", .protocolError, type: 8, stream: 5, [0, 0, 0, 1]),
        Violation("a reset of three bytes", .frameSizeError, type: 3, stream: 3, [0, 0, 0]),
        Violation("a reset of the connection", .protocolError, type: 3, zeros4),
        Violation("a reset of a stream never opened", .protocolError, type: 3, stream: 5, zeros4),
        Violation("a reset of a server's stream", .protocolError, type: 3, stream: 2, zeros4),
        Violation("a PRIORITY of four bytes", .frameSizeError, type: 2, stream: 3, zeros4),
        Violation("a PRIORITY without a stream", .protocolError, type: 2, zeros4 + [0]),
        Violation("a promised push", .protocolError, type: 5, flags: 4, stream: 3, zeros4 + [0x88]),
        Violation("HEADERS of the connection", .protocolError, type: 1, flags: 5, [0x88]),
        Violation(
            "HEADERS of a stream never opened", .protocolError, type: 1, flags: 5, stream: 5,
            [0x88]),
        Violation(
            "HEADERS with more padding than frame", .protocolError, type: 1, flags: 0xD,
            stream: 3, [1]),
        Violation(
            "HEADERS too short for a priority", .frameSizeError, type: 1, flags: 0x25, stream: 3,
            [0x88]),
        Violation(
            "a header block with an unknown index", .compressionError, type: 1, flags: 5,
            stream: 3, [0xFE]),
        Violation(
            "a header block cut short", .compressionError, type: 1, flags: 5, stream: 3, [0x40]),
        Violation(
            "a bad block of a stream that has ended", .compressionError, type: 1, flags: 5,
            stream: 1, [0xFE]),
        Violation("CONTINUATION of nothing", .protocolError, type: 9, flags: 4, stream: 3, [0x88]),
        Violation("DATA of the connection", .protocolError, type: 0, [0]),
        Violation("DATA of a stream never opened", .protocolError, type: 0, stream: 5, [0]),
        Violation(
            "DATA with more padding than frame", .protocolError, type: 0, flags: 8, stream: 3,
            [2, 0]),
        Violation("padded DATA without a length", .protocolError, type: 0, flags: 8, stream: 3),
    ]

    @Test(arguments: violations)
    func `a connection error ends the connection, and the cause states the code`(
        violation: Violation
    ) throws {
        var test = try PoolUnderTest.proven()
        try test.submit(1)
        _ = test.frames(1)
        test.receive(1, violation.bytes)
        #expect(test.frames(1).map(\.type) == [.goAway])
        #expect(test.summary(1) == "unknown")
        #expect(test.cause(1).contains("the server violated HTTP/2 (\(violation.code))"))
        #expect(test.actions == [.close(1)])
        #expect(test.pool.load == .init())
        try test.submit(2)
        #expect(test.actions == [.close(1), .open(2)], "the client opens a new connection")
    }

    @Test(arguments: violations)
    func `a connection error is found wherever the bytes are split`(violation: Violation) throws {
        for cut in 1..<violation.bytes.count {
            var test = try PoolUnderTest.proven()
            try test.submit(1)
            _ = test.frames(1)
            test.receive(1, Array(violation.bytes[..<cut]))
            test.receive(1, Array(violation.bytes[cut...]))
            #expect(test.frames(1).map(\.code) == [violation.code.rawValue])
        }
    }

    @Test(arguments: [
        Violation("a frame of another type", .noError, type: 0xFE, stream: 5, [1, 2]),
        Violation("a PRIORITY", .noError, type: 2, stream: 9, zeros4 + [0]),
        Violation("a reset of a stream that has ended", .noError, type: 3, stream: 1, zeros4),
        Violation(
            "a window of a stream that has ended", .noError, type: 8, stream: 1, [0, 0, 0, 1]),
        Violation("DATA of a stream that has ended", .noError, type: 0, stream: 1, [0, 0]),
        Violation(
            "HEADERS of a stream that has ended", .noError, type: 1, flags: 5, stream: 1, [0x88]),
        Violation("an unknown parameter", .noError, type: 4, [0, 0xEE, 0, 0, 0, 1]),
        Violation("a second acknowledgement", .noError, type: 4, flags: 1),
        Violation(
            "an acknowledgement of a PING that was not sent", .noError, type: 6, flags: 1,
            [UInt8](repeating: 9, count: 8)),
    ])
    func `frames that are permitted or must be ignored do not affect the request`(frame: Violation)
        throws
    {
        var test = try PoolUnderTest.proven()
        try test.submit(1)
        test.receive(1, frame.bytes)
        #expect(test.frames(1, .goAway) == [])
        #expect(test.summary(1) == "none")
        test.respond(1, 3)
        #expect(test.summary(1) == "200")
    }

    @Test(arguments: ["Apns-Id", "apns id", "", "apns:id", "apns-\u{00E9}", "X", "apns-id\t"])
    func `a response with an invalid field name is malformed`(
        name: String
    ) throws {
        var test = try PoolUnderTest.proven()
        try test.submit(1)
        test.receive(1, test.headers(1, 3, [(":status", "200"), (name, "v")]))
        #expect(test.summary(1) == "unknown")
        #expect(
            test.cause(1)
                == "the server's response is malformed; its stream was reset (PROTOCOL_ERROR)")
        #expect(test.code(1) == .protocolError)
        #expect(test.frames(1, .rstStream).map(\.code) == [HTTP2ErrorCode.protocolError.rawValue])
        // The same field again, which is now in the dynamic table; the connection stays open.
        try test.submit(2)
        test.receive(1, test.headers(1, 5, [(":status", "200"), (name, "v")]))
        #expect(test.summary(2) == "unknown")
        try test.submit(3)
        test.respond(1, 7)
        #expect(test.summary(3) == "200")
    }

    @Test func `a WINDOW_UPDATE of 0 resets the stream`() throws {
        var test = try PoolUnderTest.proven()
        try test.submit(1)
        var bytes: [UInt8] = []
        ControlFrames.appendWindowUpdate(3, by: 0, to: &bytes)
        test.receive(1, bytes)
        #expect(test.summary(1) == "unknown")
        #expect(test.code(1) == .protocolError)
        #expect(!test.cause(1).contains("the server reset"))
    }

    @Test func `a server whose first frame is not SETTINGS is reported as not using HTTP/2`() throws
    {
        var test = PoolUnderTest()
        try test.submit(0)
        test.pool.connected(1, now: test.now)
        test.turn()
        test.receive(1, Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8))
        #expect(test.cause(0) == "host:443 does not speak HTTP/2; check host and port")
        #expect(test.summary(0) == "unsent")
    }

    @Test(arguments: [(0, HTTP2ErrorCode.protocolError), (0x7FFF_FFFF, .flowControlError)])
    func `a stream error ends only its stream`(
        increment: Int, code: HTTP2ErrorCode
    ) throws {
        var test = try PoolUnderTest.proven()
        try test.submit(1, 2)
        _ = test.frames(1)
        test.receive(1) { ControlFrames.appendWindowUpdate(3, by: increment, to: &$0) }
        let reset = try #require(test.frames(1).first)
        #expect(reset.type == .rstStream && reset.stream == 3 && reset.code == code.rawValue)
        #expect([1, 2].map(test.summary) == ["unknown", "none"])
    }

    @Test func `a body before the header section, or a second header section, resets the stream`()
        throws
    {
        var test = try PoolUnderTest.proven()
        try test.submit(1, 2)
        _ = test.frames(1)
        test.receive(1, PoolUnderTest.data(3, [1, 2]))
        #expect(test.summary(1) == "unknown")
        test.receive(1, test.headers(1, 5, [(":status", "200")], ends: false))
        test.receive(1, test.headers(1, 5, [(":status", "200")], ends: false))
        #expect(test.summary(2) == "200", "the first header section counts")
        #expect(test.frames(1).map(\.type) == [.rstStream, .rstStream])
    }

    @Test func `an endless header block ends the connection`() throws {
        var endless = try PoolUnderTest.proven()
        try endless.submit(1)
        _ = endless.frames(1)
        endless.receive(1, Violation("", .noError, type: 1, stream: 3, [0x88]).bytes)
        let piece = [UInt8](repeating: 0x88, count: 16_000)
        for _ in 0..<5 where !endless.actions.contains(.close(1)) {
            endless.receive(1, Violation("", .noError, type: 9, stream: 3, piece).bytes)
        }
        #expect(endless.frames(1).map(\.code) == [HTTP2ErrorCode.enhanceYourCalm.rawValue])
        var empty = try PoolUnderTest.proven()
        try empty.submit(1)
        _ = empty.frames(1)
        empty.receive(1, Violation("", .noError, type: 1, stream: 3, [0x88]).bytes)
        empty.receive(1, Violation("", .noError, type: 9, stream: 3).bytes)
        #expect(empty.frames(1).map(\.code) == [HTTP2ErrorCode.enhanceYourCalm.rawValue])
    }

    @Test func `an empty CONTINUATION may end a block`() throws {
        var test = try PoolUnderTest.proven()
        try test.submit(1)
        test.receive(1, Violation("", .noError, type: 1, flags: 1, stream: 3, [0x88]).bytes)
        test.receive(1, Violation("", .noError, type: 9, flags: 4, stream: 3).bytes)
        #expect(test.summary(1) == "200")
    }

    @Test func `another frame within a header block is an error`() throws {
        var test = try PoolUnderTest.proven()
        try test.submit(1)
        _ = test.frames(1)
        test.receive(1, Violation("", .noError, type: 1, stream: 3, [0x88]).bytes)
        test.receive(1, Violation("", .noError, type: 0xFE).bytes)
        #expect(test.frames(1).map(\.code) == [HTTP2ErrorCode.protocolError.rawValue])
    }

    @Test func `a server that sends PINGs without reading is disconnected`() throws {
        var test = try PoolUnderTest.proven()
        test.pool.setWritable(1, false)
        var pings: [UInt8] = []
        for number in 0..<10_000 {
            ControlFrames.appendPing(UInt64(number), isAcknowledgement: false, to: &pings)
        }
        for _ in 0..<30 where !test.actions.contains(.close(1)) { test.receive(1, pings) }
        #expect(test.actions == [.close(1)])
        #expect(test.pool.load == .init())
    }

    @Test func `many bodies that wait for the socket are permitted`() throws {
        var test = try PoolUnderTest.proven()
        test.settings(1, [(.initialWindowSize, 0)])
        test.receive(1) { ControlFrames.appendWindowUpdate(0, by: 1 << 30, to: &$0) }
        var request = try Fixtures.request()
        request.body = [UInt8](repeating: 0x20, count: 5120)
        for number in 1...999 { try test.submit(number, request: request) }
        test.pool.setWritable(1, false)
        test.settings(1, [(.initialWindowSize, 65_535)])
        #expect(test.pool.load.outputByteCount > 4 << 20)
        #expect(test.actions == [])
    }
}
