// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HTTP2Core

/// The seeds and findings of `make fuzz` in `Fuzzing/cases`, which every test run reads.
struct FuzzCaseTests {
    private static func cases(_ fuzzer: String) throws -> [(name: String, bytes: [UInt8])] {
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        let folder = root.appending(path: "Fuzzing/cases/\(fuzzer)")
        let files = try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        try #require(!files.isEmpty)
        return try files.map { ($0.lastPathComponent, Array(try Data(contentsOf: $0))) }
    }

    @Test func `the fuzzer's header blocks survive decoding and encoding`() throws {
        for (name, bytes) in try Self.cases("fuzz-headers") {
            let limit = [4096, 16_384, 100, 0][Int(bytes[0] & 3)]
            var (decoder, second) = (HeaderDecoder(tableSizeMax: limit), HeaderDecoder())
            var encoder = HeaderEncoder(usesHuffman: true)
            var (list, again, offset) = (HeaderList(), HeaderList(), 1)
            while offset < bytes.count {
                let end = min(bytes.count, offset + 1 + Int(bytes[offset]))
                guard
                    (try? decoder.decode(bytes.span.extracting(offset + 1..<end), into: &list))
                        != nil
                else { break }
                var block: [UInt8] = []
                encoder.beginBlock(&block)
                for field in list.randomFields {
                    encoder.append(
                        name: field.name.span, value: field.value.span, .remembered, to: &block)
                }
                try second.decode(block.span, into: &again)
                #expect(again.randomFields == list.randomFields, "\(name)")
                offset = end
            }
        }
    }

    @Test func `the fuzzer's frames never leave a server's connection open`() throws {
        for (name, bytes) in try Self.cases("fuzz-frames") {
            var server = ServerConnection(streamCount: 100, at: .zero)
            var preface = ControlFrames.clientPreface
            HTTP2Settings.append([], to: &preface)
            server.receive(preface.span, at: .zero)
            server.receive(bytes.span.extracting(2..<bytes.count), at: .zero)
            server.tick(at: .seconds(100_000))
            #expect(!server.hasOpenStreams, "\(name)")
        }
    }
}
