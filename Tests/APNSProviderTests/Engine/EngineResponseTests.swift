// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import HTTP2Core
import Testing

@testable import APNSProvider

/// The client's handling of responses, and of flow-control windows in both directions.
struct EngineResponseTests {
    private func busy() throws -> PoolUnderTest {
        var test = try PoolUnderTest.proven()
        try test.submit(1)
        _ = test.frames(1)
        return test
    }

    private func response(_ test: PoolUnderTest, _ number: Int = 1) throws -> EngineResponse {
        guard case .response(let response)? = test.outcome(number) else {
            throw HTTP2ConnectionError(.noError, "no response: \(test.summary(number))")
        }
        return response
    }

    @Test func `an apns-id keeps its capital letters, and an invalid apns-id is nil`()
        throws
    {
        let id = "ACDFB3EB-105B-D33C-7F29-8D09A01CC4EF"
        for (fields, text) in [([("apns-id", id)], id), ([], nil), ([("apns-id", "x")], nil)] {
            var test = try busy()
            test.respond(1, 3, fields)
            #expect(try response(test).apnsID?.text == text)
        }
    }

    @Test func `a response body may be empty, arrive in parts or not be JSON`() throws {
        var test = try busy()
        test.receive(1, test.headers(1, 3, [(":status", "200")], ends: false))
        #expect(test.summary(1) == "none")
        test.receive(1, PoolUnderTest.data(3, []))
        #expect(test.summary(1) == "200")
        try test.submit(2)
        var bytes = test.headers(1, 5, [(":status", "400")], ends: false)
        bytes += PoolUnderTest.data(5, Array("{\"reason\":\"Bad".utf8), ends: false)
        bytes += PoolUnderTest.data(5, Array("Topic\"}".utf8))
        test.receive(1, bytes)
        #expect(
            PushOutcome(try response(test, 2))
                == .rejected(Rejection(status: 400, reason: .badTopic)))
        try test.submit(3)
        test.receive(1, test.headers(1, 7, [(":status", "502")], ends: false))
        test.receive(1, PoolUnderTest.data(7, Array("<html>".utf8)))
        #expect(
            PushOutcome(try response(test, 3)) == .unknown(.notFromAPNs(status: 502)))
    }

    @Test func `an overlong response body resets the stream once, and the status is used`() throws {
        var test = try busy()
        test.receive(1, test.headers(1, 3, [(":status", "502")], ends: false))
        let body = [UInt8](repeating: 0x20, count: EngineResponse.reasonByteCountMax)
        test.receive(1, PoolUnderTest.data(3, body, ends: false))
        #expect(test.summary(1) == "none")
        test.receive(1, PoolUnderTest.data(3, [0x20], ends: false))
        #expect(try response(test) == EngineResponse(status: 502))
        #expect(test.frames(1).map(\.code) == [HTTP2ErrorCode.cancel.rawValue])
        test.receive(1, PoolUnderTest.data(3, [0x20]))
        #expect(test.summary(1) == "502", "later frames are ignored")
    }

    @Test func `a response before the end of the request's body stops the body`() throws {
        var test = try PoolUnderTest.proven()
        test.settings(1, [(.initialWindowSize, 1)])
        try test.submit(1)
        #expect(test.frames(1, .data).map(\.payload.count) == [1])
        test.respond(1, 3, status: 413, reason: "PayloadTooLarge")
        #expect(test.summary(1) == "413")
        #expect(test.frames(1, .rstStream).map(\.stream) == [3])
        test.settings(1, [(.initialWindowSize, 1000)])
        #expect(test.frames(1, .data) == [])
    }

    @Test func `a response without a valid status leaves the outcome unknown`() throws {
        for status in ["", "20", "2000", "abc"] {
            var test = try busy()
            test.receive(1, test.headers(1, 3, [(":status", status)]))
            #expect(try PushOutcome(response(test)).noResponse?.mayHaveBeenProcessed == true)
        }
    }

    @Test func `interim responses and trailers are ignored`() throws {
        var test = try busy()
        for _ in 0..<3 {
            test.receive(1, test.headers(1, 3, [(":status", "103"), ("link", "x")], ends: false))
        }
        test.receive(
            1, test.headers(1, 3, [(":status", "200"), ("apns-unique-id", "u")], ends: false))
        #expect(test.summary(1) == "none")
        test.receive(1, test.headers(1, 3, [("x-checksum", "1")]))
        #expect(try response(test).uniqueID == "u")
    }

    @Test func `the server's bytes may be split anywhere`() throws {
        var bytes: [UInt8] = []
        HTTP2Settings.append([(.maxConcurrentStreams, 10)], to: &bytes)
        ControlFrames.appendPing(5, isAcknowledgement: false, to: &bytes)
        var whole = try busy()
        let head = whole.headers(1, 3, [(":status", "400"), ("apns-unique-id", "u")], ends: false)
        bytes += head + PoolUnderTest.data(3, Array("{\"reason\":\"BadTopic\"}".utf8))
        whole.receive(1, bytes)
        let frames = whole.frames(1)
        for cut in 1..<bytes.count {
            var test = try busy()
            test.receive(1, Array(bytes[..<cut]))
            test.receive(1, Array(bytes[cut...]))
            #expect(test.outcome(1) == whole.outcome(1))
            #expect(test.frames(1) == frames)
        }
    }

    @Test func `the sixteenth body of 4096 bytes waits for the window`()
        throws
    {
        var test = try PoolUnderTest.proven()
        var request = try Fixtures.request()
        request.body = [UInt8](repeating: 0x20, count: 4096)
        // The first request has used some of the window.
        let used = try Fixtures.request().body.count
        test.receive(1) { ControlFrames.appendWindowUpdate(0, by: used, to: &$0) }
        for number in 1...17 { try test.submit(number, request: request) }
        let data = test.frames(1, .data)
        try #require(data.count == 16)
        #expect(data.count { $0.endsStream } == 15)
        #expect(data.reduce(0) { $0 + $1.payload.count } == 65_535)
        test.receive(1) { ControlFrames.appendWindowUpdate(0, by: 1, to: &$0) }
        let last = try #require(test.frames(1, .data).first)
        #expect(last.payload.count == 1 && last.endsStream && last.stream == data[15].stream)
        test.receive(1) { ControlFrames.appendWindowUpdate(0, by: 5000, to: &$0) }
        #expect(test.frames(1).map(\.type) == [.headers, .data], "the last request follows")
    }

    @Test func `a negative window must become positive before bytes are sent`() throws {
        var test = try PoolUnderTest.proven()
        test.settings(1, [(.initialWindowSize, 20)])
        try test.submit(1)
        #expect(test.frames(1, .data).map(\.payload.count) == [20])
        test.settings(1, [(.initialWindowSize, 10)])
        test.receive(1) { ControlFrames.appendWindowUpdate(3, by: 10, to: &$0) }
        #expect(test.frames(1, .data) == [])
        test.receive(1) { ControlFrames.appendWindowUpdate(3, by: 1, to: &$0) }
        #expect(test.frames(1, .data).map(\.payload.count) == [1])
    }

    @Test func `the window for responses is opened before it is used up`() throws {
        var test = try PoolUnderTest.proven()
        test.receive(1) { ControlFrames.appendWindowUpdate(0, by: 1 << 20, to: &$0) }
        let body = [UInt8](repeating: 0x20, count: 4000)
        var left = 8 * 1024 * 1024
        for number in 1...2500 {
            try test.submit(number)
            let stream = StreamID(2 * number + 1)
            test.receive(1, test.headers(1, stream, [(":status", "500")], ends: false))
            test.receive(1, PoolUnderTest.data(stream, body))
            left -= body.count
            for frame in test.frames(1, .windowUpdate) where frame.stream == 0 {
                left += Int(frame.payload.span.bigEndian32(at: 0))
            }
            #expect(left > 3 * 1024 * 1024)
        }
    }

    @Test func `the window of a stream is opened again during a long response`() throws {
        var test = try PoolUnderTest.proven()
        let call = EngineCall(
            method: "GET", path: "/1/apps/x/all-channels", responseByteCountMax: 1 << 20)
        test.pool.submit(.call(call), caller: 1, now: test.now)
        test.turn()
        #expect(test.frames(1).map(\.type) == [.headers], "no body, no DATA")
        test.receive(1, test.headers(1, 3, [(":status", "200")], ends: false))
        for _ in 0..<4 {
            test.receive(
                1, PoolUnderTest.data(3, [UInt8](repeating: 0x20, count: 16_384), ends: false))
        }
        let updates = test.frames(1, .windowUpdate)
        #expect(updates.map(\.stream) == [3, 3])
        #expect(updates.allSatisfy { $0.payload.span.bigEndian32(at: 0) == 32_768 })
        test.receive(1, PoolUnderTest.data(3, []))
        #expect(try response(test).body.count == 65_536)
    }
}
