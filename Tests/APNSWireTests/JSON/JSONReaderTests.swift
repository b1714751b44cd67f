// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Simulation
import Testing

struct JSONReaderTests {
    @Test func `a value has its position`() throws {
        let text = "{\n  \"aps\": {\"badge\": 3}\n}"
        let node = try JSONReader.read(text)
        let badge = try #require(node["aps"]?["badge"])
        #expect(badge.value == 3)
        #expect(
            SourcePosition(byteOffset: badge.range.lowerBound, in: text.utf8)
                == SourcePosition(line: 2, column: 20))
        #expect(
            String(text.utf8.dropFirst(badge.range.lowerBound).prefix(badge.range.count)) == "3")
    }

    @Test(arguments: [
        ("", JSONSyntaxError.Code.empty, 1, 1),
        ("   \n", .empty, 2, 1),
        ("{\"aps\":", .truncated, 1, 8),
        ("{\"aps\":{\"alert\":\"Hi", .truncated, 1, 20),
        ("[1, 2", .truncated, 1, 6),
        ("{\"a\":1,}", .trailingComma, 1, 8),
        ("[1,]", .trailingComma, 1, 4),
        ("{\n// note\n}", .comment, 2, 1),
        ("{“a”:1}", .smartQuote, 1, 2),
        ("{'a':1}", .smartQuote, 1, 2),
        ("{\"a\":'x'}", .smartQuote, 1, 6),
        ("{a:1}", .unexpectedCharacter, 1, 2),
        ("{\"a\" 1}", .unexpectedCharacter, 1, 6),
        ("{\"a\":1 \"b\":2}", .unexpectedCharacter, 1, 8),
        ("{\"a\":01}", .badNumber, 1, 6),
        ("{\"a\":1.}", .badNumber, 1, 8),
        ("{\"a\":-}", .badNumber, 1, 7),
        ("{\"a\":NaN}", .unexpectedCharacter, 1, 6),
        ("{\"a\":\"\\x\"}", .badEscape, 1, 7),
        ("{\"a\":\"\\u12\"}", .badEscape, 1, 7),
        ("{\"a\":\"\\ud800\"}", .badEscape, 1, 7),
        ("{\"a\":\"line\nbreak\"}", .controlCharacter, 1, 11),
        ("{} {}", .trailingText, 1, 4),
        ("true false", .trailingText, 1, 6),
    ])
    func `an error has a code, a position and a remedy`(
        text: String, code: JSONSyntaxError.Code, line: Int, column: Int
    ) throws {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONReader.read(text) }
        #expect(error?.code == code)
        #expect(error?.position == SourcePosition(line: line, column: column))
        #expect(error?.remedy.isEmpty == false)
    }

    @Test(arguments: ["", "{", "\"a", "\u{FEFF}{}", "\0"])
    func `the words of an error fit both a file and the body of a request`(text: String) {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONReader.read(text) }
        let words = error?.description.split { !$0.isLetter } ?? []
        #expect(!words.isEmpty && !words.contains { ["file", "save", "aps"].contains($0) })
    }

    @Test func `bytes that are not UTF-8 text are rejected`() {
        for bytes: [UInt8] in [
            [0xFF, 0xFE, 0x7B, 0], [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0, 0], [0, 0, 0],
        ] {
            let error = #expect(throws: JSONSyntaxError.self) { try JSONReader.read(bytes) }
            #expect([.wrongEncoding, .unexpectedCharacter].contains(error?.code))
        }
        let latin1: [UInt8] = Array("{\"a\":\"caf".utf8) + [0xE9] + Array("\"}".utf8)
        #expect(throws: JSONSyntaxError.self) { try JSONReader.read(latin1) }
    }

    @Test func `a byte-order mark is reported`() {
        let error = #expect(throws: JSONSyntaxError.self) {
            try JSONReader.read([0xEF, 0xBB, 0xBF] + Array("{}".utf8))
        }
        #expect(error?.code == .byteOrderMark)
    }

    @Test func `a depth or size beyond the limit is rejected`() throws {
        let limits = JSONReader.Limits(depthMax: 3, byteCountMax: 20)
        #expect(try JSONReader.read("[[[1]]]", limits: limits).value == [[[1]]])
        #expect(throws: JSONSyntaxError.self) { try JSONReader.read("[[[[1]]]]", limits: limits) }
        #expect(throws: JSONSyntaxError.self) {
            try JSONReader.read("[" + String(repeating: " ", count: 20) + "]", limits: limits)
        }
    }

    @Test func `escape sequences become their characters`() throws {
        let node = try JSONReader.read(#""\u00e9 \ud83d\ude00 \/ \" \\ \n""#)
        #expect(node.value == "é 😀 / \" \\ \n")
    }

    @Test(arguments: [
        "0", "-0", "1e3", "1.10", "9007199254740993", "-12.5E-2", "123456789012345678901234567890",
    ])
    func `a number preserves its text`(text: String) throws {
        let node = try JSONReader.read(text)
        #expect(JSONWriter.text(node.value) == text)
    }

    @Test func `random values are the same after writing and reading`() throws {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<500 {
            let value = randomValue(depth: 0, using: &generator)
            for style in [JSONWriter.Style.compact, .indented] {
                #expect(try JSONReader.read(JSONWriter.write(value, style: style)).value == value)
            }
        }
    }

    @Test func `random bytes and damaged payloads result in a value or an error`() {
        var generator = SeededGenerator(seed: 11)
        let good = Array(
            #"{"aps":{"alert":{"title":"é","body":"\u00e9"},"badge":-1.5e3},"x":[true,null]}"#.utf8)
        for _ in 0..<5000 {
            var bytes = good
            for _ in 0...(generator.next() % 4) {
                let index = Int(generator.next() % UInt64(bytes.count))
                switch generator.next() % 3 {
                case 0: bytes[index] = UInt8(truncatingIfNeeded: generator.next())
                case 1: bytes.remove(at: index)
                default: bytes.insert(UInt8(truncatingIfNeeded: generator.next()), at: index)
                }
            }
            if let node = try? JSONReader.read(bytes) {
                #expect(node.range.upperBound <= bytes.count)
            }
        }
    }

    private func randomValue(depth: Int, using generator: inout SeededGenerator) -> JSONValue {
        switch generator.next() % (depth > 3 ? 5 : 7) {
        case 0: return .null
        case 1: return .bool(generator.chance(1, outOf: 2))
        case 2: return .number(JSONNumber(Int(truncatingIfNeeded: generator.next())))
        case 3: return .number(JSONNumber(Double(Int32(truncatingIfNeeded: generator.next())) / 8))
        case 4:
            let scalars = (0..<(generator.next() % 8)).compactMap { _ in
                Unicode.Scalar(UInt32(generator.next() % 0x11_0000))
            }
            return .string(String(String.UnicodeScalarView(scalars)))
        case 5:
            return .array(
                (0..<(generator.next() % 4)).map { _ in
                    randomValue(depth: depth + 1, using: &generator)
                })
        default:
            var object = JSONObject()
            for index in 0..<(generator.next() % 4) {
                object.append("k\(index)", randomValue(depth: depth + 1, using: &generator))
            }
            return .object(object)
        }
    }
}
