// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import BellhopKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct MediaIntakeTests {
    private func response(_ fields: [String: String] = [:]) throws -> HTTPURLResponse {
        let url = try #require(URL(string: "https://cdn.example.com/a.png"))
        return try #require(
            HTTPURLResponse(
                url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: fields))
    }

    private func exists(_ file: URL?) -> Bool {
        file.map { FileManager.default.fileExists(atPath: $0.path) } ?? false
    }

    @Test func `ATT-1: a file can be received byte by byte`() throws {
        var intake = MediaIntake(name: "a.png", kinds: [.image], byteCountMax: nil)
        try intake.begin(response())
        for byte in MediaSample.png { try intake.add(Data([byte])) }
        let media = try intake.finish()
        #expect(try Data(contentsOf: media.file) == Data(MediaSample.png))
        #expect(media.byteCount == MediaSample.png.count)
        try FileManager.default.removeItem(at: media.file)
    }

    @Test func `ATT-7: the written part of a refused file is deleted`() throws {
        var intake = MediaIntake(name: "a.png", kinds: [.image], byteCountMax: 100)
        try intake.begin(response())
        try intake.add(Data(MediaSample.png))
        let file = intake.file
        #expect(exists(file))
        #expect(throws: MediaError.tooLarge(byteCountMax: 100)) {
            try intake.add(Data(MediaSample.png))
        }
        intake.discard()
        #expect(!exists(file))
    }

    @Test func `a body that is shorter than its length is refused`() throws {
        var intake = MediaIntake(name: "a.png", kinds: [.image], byteCountMax: nil)
        try intake.begin(response(["Content-Length": "500"]))
        try intake.add(Data(MediaSample.png))
        #expect(
            throws: MediaError.incomplete(byteCount: MediaSample.png.count, expected: 500)
        ) { try intake.finish() }
        intake.discard()
    }

    @Test func `the length of a compressed body is not checked`() throws {
        var intake = MediaIntake(name: "a.png", kinds: [.image], byteCountMax: nil)
        try intake.begin(response(["Content-Length": "500", "Content-Encoding": "gzip"]))
        try intake.add(Data(MediaSample.png))
        let media = try intake.finish()
        try FileManager.default.removeItem(at: media.file)
    }

    @Test func `ATT-2: nothing is written before the type is known`() throws {
        var intake = MediaIntake(name: "a.png", kinds: [.image], byteCountMax: nil)
        try intake.begin(response())
        try intake.add(Data("<html>".utf8))
        #expect(intake.file == nil)
        #expect(throws: MediaError.self) { try intake.finish() }
        #expect(intake.file == nil)
    }

    @Test(arguments: [
        MediaError.address(scheme: "http"), .redirect(scheme: nil), .tooManyRedirects(max: 5),
        .status(404), .type("WebP"), .tooLarge(byteCountMax: 9),
        .incomplete(byteCount: 1, expected: 2), .connection(code: -1001), .notWritten,
    ])
    func `an error is described in one line`(error: MediaError) {
        #expect(error.description.hasPrefix("media: "))
        #expect(!error.description.contains("\n"))
    }
}
