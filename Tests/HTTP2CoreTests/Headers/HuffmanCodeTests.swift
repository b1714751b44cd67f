// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Simulation
import Testing

@testable import HTTP2Core

struct HuffmanCodeTests {
    private static func coded(_ text: [UInt8]) -> [UInt8] {
        var coded: [UInt8] = []
        HuffmanCode.append(text.span, to: &coded)
        return coded
    }

    private static func decoded(_ coded: [UInt8]) throws(HTTP2ConnectionError) -> [UInt8] {
        var storage = SpanBytes(repeating: 0, count: HuffmanDecoder.decodedCountMax(coded.count))
        let end = try HuffmanDecoder().decode(
            coded.span, 0..<coded.count, into: &storage, at: 0)
        return Array(storage[..<end])
    }

    @Test func `the code lengths form a complete tree`() {
        let leaves = HuffmanCode.lengths.reduce(0) { $0 + (1 << (30 - Int($1))) }
        #expect(leaves == 1 << 30)
        #expect(HuffmanCode.codes[HuffmanCode.endOfString] == 0x3FFF_FFFF)
        // Two codes of appendix B: one of the shortest and one of the longest.
        #expect(HuffmanCode.codes[Int(UInt8(ascii: "a"))] == 0x3)
        #expect(HuffmanCode.codes[22] == 0x3FFF_FFFE)
    }

    @Test(arguments: [
        ("www.example.com", "f1e3 c2e5 f23a 6ba0 ab90 f4ff"), ("no-cache", "a8eb 1064 9cbf"),
        ("custom-key", "25a8 49e9 5ba9 7d7f"), ("302", "6402"), ("private", "aec3 771a 4b"),
        ("", ""), ("0", "07"),
    ])
    func `texts are encoded as in appendix C of RFC 7541`(_ text: String, _ hex: String) throws {
        #expect(Self.coded(Array(text.utf8)) == bytes(hex))
        #expect(HuffmanCode.encodedCount(Array(text.utf8).span) == bytes(hex).count)
        #expect(try Self.decoded(bytes(hex)) == Array(text.utf8))
    }

    @Test func `every byte and every pair of bytes is decoded correctly`() throws {
        for first in UInt8.min...UInt8.max {
            #expect(try Self.decoded(Self.coded([first])) == [first])
            var all: [UInt8] = []
            for second in UInt8.min...UInt8.max { all += [first, second] }
            #expect(try Self.decoded(Self.coded(all)) == all)
        }
    }

    @Test(arguments: 0..<20)
    func `random texts are decoded correctly`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let count = Int.random(in: 0...120, using: &random)
            let isText = Bool.random(using: &random)
            let text = (0..<count).map { _ in
                UInt8.random(in: isText ? 32...126 : 0...255, using: &random)
            }
            #expect(try Self.decoded(Self.coded(text)) == text)
        }
    }

    @Test(arguments: [
        // Padding: eight ones, zeros, a zero among them, a whole byte after a letter.
        "ff", "00", "06", "f1e3 c2e5 f23a 6ba0 ab90 f4ff ff", "1fff",
        // The end-of-string symbol: alone, after a letter, before one.
        "ffff ffff", "ffff fffc", "1fff ffff ff", "ffff fffd ffff ffff ffff",
        // A long code without its last bits.
        "ffff ff", "fffe",
    ])
    func `invalid codes are rejected`(_ hex: String) {
        #expect(throws: HTTP2ConnectionError.self) { try Self.decoded(bytes(hex)) }
    }

    @Test func `padding has at most seven bits`() throws {
        for length in 1...12 {
            let text = [UInt8](repeating: UInt8(ascii: "0"), count: length)
            let coded = Self.coded(text)
            #expect(try Self.decoded(coded) == text)
            #expect(throws: HTTP2ConnectionError.self) { try Self.decoded(coded + [0xFF]) }
            let padding = coded.count * 8 - 5 * length
            guard padding > 0 else { continue }
            for bit in 0..<padding {
                var wrong = coded
                wrong[wrong.count - 1] ^= UInt8(1 << bit)
                // Wrong padding is an error, unless the bits form another letter.
                let decoded = try? Self.decoded(wrong)
                #expect(decoded == nil || (decoded?.count == length + 1 && padding >= 5))
            }
        }
    }
}
