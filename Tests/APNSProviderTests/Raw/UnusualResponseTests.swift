// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

@testable import APNSProvider

/// A valid but unusual response on stream 1.
struct UnusualResponse: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    /// See ``PushOutcome/summary``.
    let outcome: String

    var testDescription: String { name }

    init(_ name: String, _ digits: String, _ outcome: String) {
        self.init(name, bytes: hex(digits), outcome)
    }

    init(_ name: String, bytes: [UInt8], _ outcome: String) {
        self.name = name
        self.bytes = bytes
        self.outcome = outcome
    }

    private static func headers(
        _ status: Int, _ flags: UInt8 = RawFrame.endHeaders, _ fields: [(String, String)] = []
    ) -> [UInt8] {
        RawFrame.bytes(
            RawFrame.headers, flags, 1, RawFrame.block([(":status", "\(status)")] + fields))
    }

    private static func data(_ text: String, _ flags: UInt8 = 0) -> [UInt8] {
        RawFrame.bytes(RawFrame.data, flags, 1, Array(text.utf8))
    }

    private static let end = RawFrame.endStream
    private static let reason = "{\"reason\":\"BadTopic\"}"

    static let all: [UnusualResponse] = [
        .init("a status of the static table", "000001 01 05 00000001 88", "accepted"),
        .init("a Huffman-coded status", "000004 01 05 00000001 08 82 1001", "accepted"),
        .init("an update of the table's size first", "000002 01 05 00000001 2088", "accepted"),
        .init("200 with an empty body", bytes: headers(200) + data("", end), "accepted"),
        .init("200 with a body", bytes: headers(200) + data("{}", end), "accepted"),
        .init(
            "a body in two DATA frames",
            bytes: headers(400) + data("{\"reason\":\"Bad") + data("Topic\"}", end),
            "400 BadTopic"),
        .init(
            "a body with empty DATA frames before, between and after",
            bytes: headers(400) + data("") + data("{\"reason\":") + data("")
                + data("\"BadTopic\"}") + data("", end), "400 BadTopic"),
        .init("a rejection without a body", bytes: headers(403, 5), "not from APNs: 403"),
        .init(
            "a body that is not JSON", bytes: headers(502) + data("<html>", end),
            "not from APNs: 502"),
        .init(
            "a body longer than any reason",
            bytes: headers(400) + data(String(repeating: " ", count: 5000) + reason, end),
            "not from APNs: 400"),
        .init(
            "a body of exactly 4 KiB",
            bytes: headers(400)
                + data(String(repeating: " ", count: 4096 - reason.utf8.count) + reason, end),
            "400 BadTopic"),
        .init("padded HEADERS", "000004 01 0d 00000001 0288 0000", "accepted"),
        .init("HEADERS with a priority", "000006 01 25 00000001 0000000010 88", "accepted"),
        .init(
            "padded HEADERS with a priority", "000008 01 2d 00000001 01 0000000010 88 00",
            "accepted"),
        .init(
            "padded DATA",
            bytes: headers(400)
                + RawFrame.bytes(
                    0, RawFrame.padded | end, 1, [3] + Array(reason.utf8) + [0, 0, 0]),
            "400 BadTopic"),
        .init(
            "DATA with only padding", bytes: headers(200) + RawFrame.bytes(0, 9, 1, [2, 0, 0]),
            "accepted"),
        .init(
            "a header block in three frames",
            bytes: RawFrame.bytes(1, end, 1, [0x08]) + RawFrame.bytes(9, 0, 1, [3])
                + RawFrame.bytes(9, RawFrame.endHeaders, 1, Array("200".utf8)), "accepted"),
        .init(
            "empty HEADERS and everything in CONTINUATION",
            bytes: RawFrame.bytes(1, end, 1, []) + RawFrame.bytes(9, 4, 1, [0x88]), "accepted"),
        .init("100 before the response", bytes: headers(100) + headers(200, 5), "accepted"),
        .init(
            "103 twice before the response",
            bytes: headers(103) + headers(103) + headers(400) + data(reason, end),
            "400 BadTopic"),
        .init(
            "trailers after the body",
            bytes: headers(400) + data(reason)
                + RawFrame.bytes(1, 5, 1, RawFrame.block([("x-took", "3")])), "400 BadTopic"),
        .init(
            "trailers without a body",
            bytes: headers(200) + RawFrame.bytes(1, 5, 1, RawFrame.block([("x-took", "3")])),
            "accepted"),
        .init(
            "trailers that do not end the stream",
            bytes: headers(400) + RawFrame.bytes(1, 4, 1, RawFrame.block([("x-took", "3")])),
            "not from APNs: 400"),
        .init(
            "frames of an unknown type in between",
            bytes: RawFrame.bytes(0xEE, 0xFF, 0, [1, 2, 3]) + headers(400)
                + RawFrame.bytes(0xEE, 0, 1, []) + data(reason, end), "400 BadTopic"),
        .init("flags that mean nothing", "000001 01 d5 00000001 88", "accepted"),
        .init("the reserved bit of the stream's number", "000001 01 05 80000001 88", "accepted"),
        .init(
            "a PRIORITY frame first", "000005 02 00 00000001 0000000010 000001 01 05 00000001 88",
            "accepted"),
        .init(
            "SETTINGS of an unknown parameter first",
            bytes: RawFrame.settings([(0x99, 7)]) + headers(200, 5), "accepted"),
        .init(
            "WINDOW_UPDATE and RST_STREAM after the end",
            bytes: headers(200, 5) + RawFrame.windowUpdate(1, 5) + RawFrame.reset(1, 0),
            "accepted"),
        .init(
            "RST_STREAM after the header section", bytes: headers(413) + RawFrame.reset(1, 0),
            "not from APNs: 413"),
        .init(
            "RST_STREAM alone", bytes: RawFrame.reset(1, 8), "unknown, may be processed"),
        .init(
            "no status", bytes: RawFrame.bytes(1, 5, 1, RawFrame.block([("apns-id", "x")])),
            "unknown, may be processed"),
        .init(
            "a status of two digits",
            bytes: RawFrame.bytes(1, 5, 1, RawFrame.block([(":status", "20")])),
            "unknown, may be processed"),
        .init("100 that ends the stream", bytes: headers(100, 5), "unknown, may be processed"),
        .init("a status from the future", bytes: headers(599, 5), "not from APNs: 599"),
        .init(
            "a field of 8,000 bytes",
            bytes: headers(200, 5, [("server-timing", String(repeating: "x", count: 8000))]),
            "accepted"),
    ]
}

@Suite(.timeLimit(.minutes(30)))
struct UnusualResponseTests {
    @Test(arguments: UnusualResponse.all, [false, true])
    func `an unusual response that RFC 9113 permits is understood, even byte by byte`(
        response: UnusualResponse, isSplit: Bool
    ) async throws {
        let server = try await RawServer { _, frame in
            guard frame.type == RawFrame.data else { return [] }
            guard frame.stream == 1 else { return [.bytes(RawFrame.response(frame.stream))] }
            return [isSplit ? .byteByByte(response.bytes) : .bytes(response.bytes)]
        }
        let client = try Fixtures.client(of: server)
        #expect(try await client.send(Fixtures.request()).summary == response.outcome)
        #expect(
            try await client.send(Fixtures.request()).summary == "accepted",
            "the connection stays open")
        #expect(server.connections.count == 1)
        await client.shutdown()
    }

    @Test(arguments: [
        ("ACDFB3EB-105B-D33C-7F29-8D09A01CC4EF", "ACDFB3EB-105B-D33C-7F29-8D09A01CC4EF"),
        ("acdfb3eb-105b-d33c-7f29-8d09a01cc4ef", "acdfb3eb-105b-d33c-7f29-8d09a01cc4ef"),
        ("hello", nil), ("", nil), (nil, nil),
    ])
    func `an apns-id keeps its spelling and is optional`(
        sent: String?, seen: String?
    ) async throws {
        let server = try await RawServer { _, frame in
            let fields = sent.map { [("apns-id", $0)] } ?? []
            return frame.type == RawFrame.data
                ? [.bytes(RawFrame.response(frame.stream, 200, fields))] : []
        }
        let client = try Fixtures.client(of: server)
        let acceptance = try #require(try await client.send(Fixtures.request()).acceptance)
        #expect(acceptance.apnsID?.text == seen)
        await client.shutdown()
    }

    @Test func `the client does not wait for the rest of an overlong body`() async throws {
        let start =
            RawFrame.bytes(1, 4, 1, RawFrame.block([(":status", "500")]))
            + RawFrame.bytes(0, 0, 1, [UInt8](repeating: 0x20, count: 5000))
        let server = try await RawServer { _, frame in
            frame.type == RawFrame.data ? [.bytes(start)] : []
        }
        let client = try Fixtures.client(of: server)
        #expect(try await client.send(Fixtures.request()).summary == "not from APNs: 500")
        let reset = try #require(await server.waitFor(1, of: RawFrame.reset).first)
        #expect(RawFrame.number(reset.payload) == 8)
        await client.shutdown()
    }
}
