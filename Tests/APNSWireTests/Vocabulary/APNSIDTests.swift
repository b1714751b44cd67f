// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Simulation
import Testing

struct APNSIDTests {
    private static let upper = "EC1BF194-B3B2-424A-89A9-5A918A6E6B5D"

    /// Foundation determines the expected value, but not the valid form, because it accepts blanks
    /// and signs in place of digits.
    @Test func `only UUID strings are read, as Foundation reads them`() {
        var generator = SeededGenerator(seed: 3)
        let letters = Array("0123456789abcdefABCDEF-gG@`/:{} \u{7F}é\0".utf8)
        var taken = 0
        for _ in 0..<20_000 {
            var text = Array(UUID.random(&generator).uuidString.utf8)
            for _ in 0..<Int.random(in: 0...2, using: &generator) {
                let position = Int.random(in: 0..<text.count, using: &generator)
                text[position] = letters[Int.random(in: 0..<letters.count, using: &generator)]
            }
            let spelled = String(decoding: text, as: UTF8.self)
            let hasForm =
                text.count == 36
                && text.indices.allSatisfy { position in
                    [8, 13, 18, 23].contains(position)
                        ? text[position] == UInt8(ascii: "-")
                        : "0123456789abcdefABCDEF".utf8.contains(text[position])
                }
            let expected = hasForm ? UUID(uuidString: spelled) : nil
            let id = APNSID(spelled)
            #expect((id == nil) == !hasForm, "\(spelled)")
            #expect(id?.text == expected.map { _ in spelled })
            #expect(id == expected.map { APNSID($0) })
            taken += id == nil ? 0 : 1
        }
        #expect(taken > 5_000 && taken < 19_000, "both kinds must occur")
    }

    @Test(arguments: [
        "", "ec1bf194b3b2424a89a95a918a6e6b5d", upper + "0", String(upper.dropLast()),
        " " + upper.dropFirst(), "{" + upper + "}", String(repeating: "-", count: 36),
        "EC1BF194-B3B2-424A-89A9-5A918A6E6B5\n", "EC1BF194_B3B2-424A-89A9-5A918A6E6B5D",
        "é" + upper.dropFirst(2),
    ])
    func `a string that is not a UUID is rejected`(text: String) {
        #expect(APNSID(text) == nil)
        Array(text.utf8).withUnsafeBufferPointer { #expect(APNSID(utf8: $0.span) == nil) }
    }

    @Test(arguments: [
        upper, upper.lowercased(), "eC1Bf194-B3b2-424a-89A9-5A918a6E6b5d",
        "00000000-0000-0000-0000-000000000000", "FFFFFFFF-ffff-FfFf-fFfF-ffffffffffff",
    ])
    func `every spelling is preserved exactly`(text: String) throws {
        let id = try #require(APNSID(text))
        #expect(id.text == text)
        #expect("\(id)" == text)
        var bytes = Array("apns-id: ".utf8)
        id.append(to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == "apns-id: " + text)
        #expect(bytes.dropFirst(9).count == APNSID.byteCount)
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            #expect(APNSID(utf8: bytes.span) == id)
            #expect(APNSID(utf8: bytes.span)?.text == text)
        }
        let data = try JSONEncoder().encode([id])
        #expect(try JSONDecoder().decode([APNSID].self, from: data).map(\.text) == [text])
    }

    @Test func `identifiers are equal in any letter case, and differ if any digit differs`() throws
    {
        let id = try #require(APNSID(Self.upper))
        let lower = try #require(APNSID(Self.upper.lowercased()))
        #expect(id == lower && id.hashValue == lower.hashValue)
        for position in Self.upper.indices where Self.upper[position] != "-" {
            var text = Self.upper
            text.replaceSubrange(position...position, with: text[position] == "0" ? "1" : "0")
            #expect(APNSID(text) != id)
        }
    }

    @Test func `a UUID is spelled in lowercase`() throws {
        let uuid = try #require(UUID(uuidString: Self.upper))
        #expect(APNSID(uuid).text == Self.upper.lowercased())
    }

    /// The identifiers must not change, because recorded runs contain them.
    @Test func `a seed always generates the same identifiers`() {
        var generator = CountingGenerator()
        #expect(
            APNSID.random(using: &generator).text == "08070605-0403-4201-9817-161514131211")
    }

    @Test func `a string that is not an identifier is rejected in JSON`() {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([APNSID].self, from: Data(#"["ec1b"]"#.utf8))
        }
    }
}

/// Generates numbers whose bytes can be recognized.
private struct CountingGenerator: RandomNumberGenerator {
    private var word: UInt64 = 0x0102_0304_0506_0708

    mutating func next() -> UInt64 {
        defer { word = word &+ 0x1010_1010_1010_1010 }
        return word
    }
}

extension UUID {
    fileprivate static func random(_ generator: inout SeededGenerator) -> UUID {
        UUID(bytes: (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }
}
