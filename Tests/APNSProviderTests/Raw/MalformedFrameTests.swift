// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import APNSProvider

/// Bytes that RFC 9113 or RFC 7541 forbids, and the client's reaction.
struct Violation: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    /// The error code of the client's GOAWAY or RST_STREAM (RFC 9113 section 7).
    let code: Int

    var testDescription: String { name }

    init(_ name: String, _ digits: String, _ code: Int) {
        self.init(name, bytes: hex(digits), code)
    }

    init(_ name: String, bytes: [UInt8], _ code: Int) {
        self.name = name
        self.bytes = bytes
        self.code = code
    }

    static let frames: [Violation] = [
        .init("DATA on stream 0", "000001 00 01 00000000 41", 1),
        .init("HEADERS on stream 0", "000001 01 05 00000000 88", 1),
        .init("HEADERS on an even stream", "000001 01 05 00000002 88", 1),
        .init("HEADERS on a stream that was never opened", "000001 01 05 00000007 88", 1),
        .init("DATA on a stream that was never opened", "000001 00 01 00000007 41", 1),
        .init("RST_STREAM on a stream that was never opened", "000004 03 00 00000007 00000008", 1),
        .init("RST_STREAM on stream 0", "000004 03 00 00000000 00000008", 1),
        .init("RST_STREAM of three bytes", "000003 03 00 00000001 000008", 6),
        .init("SETTINGS of five bytes", "000005 04 00 00000000 0003000000", 6),
        .init("SETTINGS on a stream", "000000 04 00 00000001", 1),
        .init("an acknowledgement of SETTINGS with a payload", "000001 04 01 00000000 00", 6),
        .init("ENABLE_PUSH of 2", "000006 04 00 00000000 0002 00000002", 1),
        .init("ENABLE_PUSH of 1 from a server", "000006 04 00 00000000 0002 00000001", 1),
        .init("INITIAL_WINDOW_SIZE of 2^31", "000006 04 00 00000000 0004 80000000", 3),
        .init("MAX_FRAME_SIZE of 16383", "000006 04 00 00000000 0005 00003fff", 1),
        .init("MAX_FRAME_SIZE of 2^24", "000006 04 00 00000000 0005 01000000", 1),
        .init("PING of seven bytes", "000007 06 00 00000000 00000000000000", 6),
        .init("PING on a stream", "000008 06 00 00000001 0000000000000000", 1),
        .init("GOAWAY of seven bytes", "000007 07 00 00000000 00000000000000", 6),
        .init("GOAWAY on a stream", "000008 07 00 00000001 0000000000000000", 1),
        .init("WINDOW_UPDATE of nothing", "000004 08 00 00000000 00000000", 1),
        .init("WINDOW_UPDATE of three bytes", "000003 08 00 00000000 000001", 6),
        .init("WINDOW_UPDATE beyond 2^31 - 1", "000004 08 00 00000000 7fffffff", 3),
        .init("PUSH_PROMISE", "000005 05 04 00000001 00000002 88", 1),
        .init("CONTINUATION alone", "000001 09 04 00000001 88", 1),
        .init(
            "DATA inside a header block", "000000 01 00 00000001 000001 00 01 00000001 41", 1),
        .init(
            "CONTINUATION of another stream", "000000 01 00 00000001 000001 09 04 00000003 88", 1),
        .init(
            "a PING inside a header block",
            "000000 01 00 00000001 000008 06 00 00000000 0000000000000000", 1),
        .init("a frame longer than MAX_FRAME_SIZE", "004001 00 00 00000001", 6),
        .init("more padding than HEADERS", "000002 01 0d 00000001 0288", 1),
        .init("padded HEADERS of no bytes", "000000 01 0d 00000001", 1),
        .init("more padding than DATA", "000002 00 09 00000001 0241", 1),
        .init("HEADERS too short for their priority", "000004 01 25 00000001 00000000", 6),
        .init("PRIORITY of four bytes", "000004 02 00 00000001 00000000", 6),
    ]

    static let headerBlocks: [Violation] = [
        .init("index 0", "000001 01 05 00000001 80", 9),
        .init("an index beyond both tables", "000001 01 05 00000001 fe", 9),
        .init("a number without an end", "000004 01 05 00000001 ffffffff", 9),
        .init("a number beyond 32 bits", "000007 01 05 00000001 ffffffffffff7f", 9),
        .init("a literal that is cut off", "000003 01 05 00000001 08 05 32", 9),
        .init("a name that is missing", "000001 01 05 00000001 00", 9),
        .init("a Huffman code of ones alone", "000006 01 05 00000001 08 84 ffffffff", 9),
        .init("Huffman padding of zeros", "000004 01 05 00000001 08 82 1000", 9),
        .init("Huffman padding of eight bits", "000005 01 05 00000001 08 83 1001ff", 9),
        .init("a table size beyond the announced one", "000005 01 05 00000001 3fe2ff0388", 9),
        .init("a table size in the middle of a block", "000003 01 05 00000001 88203f", 9),
        .init(
            "a header list beyond the announced size",
            bytes: RawFrame.bytes(1, 5, 1, [UInt8](repeating: 0x88, count: 400)), 11),
        .init(
            "a header block without an end",
            bytes: RawFrame.bytes(1, 1, 1, [])
                + (0..<5).flatMap { _ in
                    RawFrame.bytes(9, 0, 1, [UInt8](repeating: 0x88, count: 16_384))
                }, 11),
    ]

    /// Violations that end only the stream.
    static let streams: [Violation] = [
        .init("DATA before HEADERS", "000001 00 01 00000001 41", 1),
        .init("WINDOW_UPDATE by 0 on a stream", "000004 08 00 00000001 00000000", 1),
        .init("a stream's window beyond 2^31 - 1", "000004 08 00 00000001 7fffffff", 3),
    ]

    /// First bytes of a server that are not valid HTTP/2.
    static let beginnings: [Violation] = [
        .init("HTTP/1.1", bytes: Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), 1),
        .init("a greeting of SMTP", bytes: Array("220 mail.example.com ready\r\n".utf8), 1),
        .init("a PING", "000008 06 00 00000000 0000000000000000", 1),
        .init("an acknowledgement of SETTINGS", "000000 04 01 00000000", 1),
        .init("GOAWAY alone", "000008 07 00 00000000 00000000 00000000", 1),
        .init("SETTINGS on a stream", "000000 04 00 00000001", 1),
    ]
}

@Suite(.timeLimit(.minutes(30)))
struct MalformedFrameTests {
    @Test(arguments: Violation.frames + Violation.headerBlocks)
    func `a connection error ends the connection and leaves the request's outcome unknown`(
        violation: Violation
    ) async throws {
        let server = try await RawServer { _, frame in
            frame.type == RawFrame.data ? [.bytes(violation.bytes)] : []
        }
        let client = try Fixtures.client(of: server)
        let outcome = try await client.send(Fixtures.request())
        #expect(outcome.summary == "unknown, may be processed")
        #expect(outcome.noResponse?.cause.contains("the server violated HTTP/2") == true)
        let goodbye = try #require(await server.waitFor(1, of: RawFrame.goAway).first)
        #expect(RawFrame.number(goodbye.payload[4..<8]) == violation.code)
        await server.closed.waitFor(1)
        await client.shutdown()
    }

    @Test(arguments: Violation.streams)
    func `a stream error affects only its stream`(violation: Violation) async throws {
        let server = try await RawServer { _, frame in
            guard frame.type == RawFrame.data else { return [] }
            return [.bytes(frame.stream == 1 ? violation.bytes : RawFrame.response(frame.stream))]
        }
        let client = try Fixtures.client(of: server)
        let outcome = try await client.send(Fixtures.request())
        #expect(outcome.summary == "unknown, may be processed")
        let reset = try #require(await server.waitFor(1, of: RawFrame.reset).first)
        #expect(reset.stream == 1 && RawFrame.number(reset.payload) == violation.code)
        #expect(try await client.send(Fixtures.request()).acceptance != nil)
        #expect(server.connections.count == 1)
        await client.shutdown()
    }

    @Test(arguments: Violation.beginnings)
    func `a server that does not begin with SETTINGS gets no request`(
        violation: Violation
    ) async throws {
        let server = try await RawServer(greeting: [.bytes(violation.bytes)]) { _, _ in [] }
        let client = try Fixtures.client(of: server)
        let outcome = try await client.send(Fixtures.request())
        #expect(outcome.summary == "unknown, not processed")
        #expect(
            outcome.noResponse?.cause
                == "127.0.0.1:\(server.port) does not speak HTTP/2; check host and port")
        await client.shutdown()
        #expect(server.frames(RawFrame.headers).isEmpty)
    }
}
