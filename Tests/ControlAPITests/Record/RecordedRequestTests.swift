// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import Foundation
import Testing

/// A line of a record keeps a request byte for byte.
struct RecordedRequestTests {
    private func request() throws -> RecordedRequest {
        let report = RequestReport(
            sequence: 7, time: Date(timeIntervalSince1970: 1_767_225_600.125),
            environment: .production,
            apnsID: try #require(APNSID("5B2F1C3E-8D0E-4F57-9D5A-2F6F0C1F7A11")), status: 0,
            reason: nil,
            headers: ["apns-topic": "com.example.shop"], note: "a note")
        return RecordedRequest(
            report, method: "PUT", path: "/3/device/ab", connection: 3, sinceStart: 1_234,
            credential: .certificate, isWithheld: true)
    }

    @Test(arguments: [
        #"{"z":1,"a":{"n":1.50,"big":12345678901234567890}}"#, #"{"a": 1}"#, #"{"a":"\u00e9"}"#,
        "not JSON", "", "[]", #"{"a":1,"a":2}"#, "null",
    ])
    func `a body is read back as it was sent`(text: String) throws {
        var request = try request()
        request.setBody(Array(text.utf8))
        let read = try #require(RecordedRequest(line: try request.line))
        #expect(String(decoding: read.bytes, as: UTF8.self) == text)
        #expect(read == request)
    }

    @Test func `a body that is not text is read back`() throws {
        var request = try request()
        request.setBody([0xFF, 0x00, 0x0A, 0x80])
        let line = try request.line
        #expect(!line.contains(UInt8(ascii: "\n")))
        #expect(RecordedRequest(line: line)?.bytes == [0xFF, 0x00, 0x0A, 0x80])
    }

    @Test func `repeated headers keep their order`() throws {
        var request = try request()
        request.headerList = [["b", "1"], ["a", "2"], ["b", "3"]]
        let read = try #require(RecordedRequest(line: try request.line))
        #expect(read.headers.map(\.name) == ["b", "a", "b"])
        #expect(read.headers.map(\.value) == ["1", "2", "3"])
    }

    @Test func `the marks of start and end are read back unchanged`() {
        let start = RecordMark.start(Date(timeIntervalSince1970: 1_767_225_600), hasTokens: true)
        for mark in [start, .end] { #expect(RecordMark(line: mark.line) == mark) }
        #expect(RecordMark(line: Array("{\"record\":2}".utf8)) == nil)
        #expect(RecordedRequest(line: start.line) == nil)
    }
}
