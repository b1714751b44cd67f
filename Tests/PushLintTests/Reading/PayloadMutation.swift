// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Typical errors in JSON that people write, at random positions.
enum PayloadMutation {
    /// Texts that are significant to a reader, or similar to those.
    private static let snippets: [String] = [
        ",", ":", "\"", "'", "{", "}", "[", "]", "“", "”", "‘", "’", "`", "\\", "\\u", "\\ud83d",
        "\\'", "//", "/*", "*/", "#", "\n", "\r\n", "\t", "\u{A0}", "\u{FEFF}", "\u{0}", "\u{1}",
        "True", "None", "NaN", "undefined", "true", "null", "nil", "YES", "0x1F", "007", "010",
        "+1", ".5", "1.", "1e999", "9007199254740993", "1_000", "-", "=", "=>", ";", "aps", "a b",
        "\"x\":", "'x':", "“x”:", "x:", "\"x\":1", ", ,", "{}", "[]", "\"\"", "é", "---\n", "<",
    ]

    static func mutate(_ bytes: inout [UInt8], using generator: inout some RandomNumberGenerator) {
        let position = Int.random(in: 0...bytes.count, using: &generator)
        let end = min(bytes.count, position + Int.random(in: 0...8, using: &generator))
        switch Int.random(in: 0..<10, using: &generator) {
        case 0...3: bytes.insert(contentsOf: snippet(&generator), at: position)
        case 4: bytes.replaceSubrange(position..<end, with: snippet(&generator))
        case 5: bytes.removeSubrange(position..<end)
        case 6: bytes.insert(contentsOf: Array(bytes[position..<end]), at: position)
        case 7: replaceQuotes(in: &bytes, using: &generator)
        case 8:
            guard position < bytes.count else { return }
            bytes[position] = UInt8.random(in: 0...255, using: &generator)
        default: bytes.removeSubrange(position...)
        }
    }

    private static func snippet(_ generator: inout some RandomNumberGenerator) -> [UInt8] {
        Array((snippets.randomElement(using: &generator) ?? "").utf8)
    }

    /// Replaces every straight quotation mark, as chat programs do.
    private static func replaceQuotes(
        in bytes: inout [UInt8], using generator: inout some RandomNumberGenerator
    ) {
        let pair = [("“", "”"), ("'", "'"), ("", "")].randomElement(using: &generator) ?? ("", "")
        var isOpening = true
        bytes = bytes.flatMap { byte -> [UInt8] in
            guard byte == UInt8(ascii: "\"") else { return [byte] }
            defer { isOpening.toggle() }
            return Array((isOpening ? pair.0 : pair.1).utf8)
        }
    }
}

extension JSONValue {
    /// Returns a random value.
    static func random(
        depth: Int, using generator: inout some RandomNumberGenerator
    ) -> JSONValue {
        switch Int.random(in: depth > 0 ? 0..<9 : 0..<6, using: &generator) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &generator))
        case 2: return .number(JSONNumber(Int.random(in: -1000...1000, using: &generator)))
        case 3: return .number(JSONNumber(Double.random(in: -1...1, using: &generator)))
        case 4...5: return .string(randomText(&generator))
        case 6:
            return .array(
                (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                    random(depth: depth - 1, using: &generator)
                })
        default:
            var object = JSONObject()
            for _ in 0..<Int.random(in: 0...4, using: &generator) {
                let key = Bool.random(using: &generator) ? "aps" : randomText(&generator)
                guard object[key] == nil else { continue }
                object.append(key, random(depth: depth - 1, using: &generator))
            }
            return .object(object)
        }
    }

    private static func randomText(_ generator: inout some RandomNumberGenerator) -> String {
        let words = [
            "aps", "alert", "title-loc-args", "Hello", "He said \"hi\", then", "it's", "“hi”, ok",
            "line\nbreak", "\u{1}", "é", "😀", "//", "#", "", " ", "a: b", "C:\\x", "{", "]", "",
        ]
        return words.randomElement(using: &generator) ?? ""
    }
}
