// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Simulation

/// Changes a file at random as damage or an attacker would: bytes are changed, and parts are
/// removed, repeated or cut off, and texts that are difficult for parsers are inserted.
struct Mutation {
    /// Texts that the readers treat specially.
    private static let pieces: [[UInt8]] = [
        "{", "}", "(", ")", "[", "]", "<", ">", "\"", "'", "\\", "/*", "*/", "//", ";", ",", "=",
        "$(",
        "$(inherited)", "<dict>", "</dict>", "<array>", "<key>", "<!--", "<![CDATA[", "&#x110000;",
        "&amp;", "<integer>99999999999999999999</integer>", "#include \"a.xcconfig\"", "[sdk=*]",
        "isa = PBXGroup;", "..", "/", "**", "\u{FEFF}", "\\U12", "-", "9223372036854775808",
    ].map { Array($0.utf8) }

    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func change(_ original: [UInt8]) -> [UInt8] {
        var bytes = original
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            let position = Int.random(in: 0...bytes.count, using: &generator)
            let length = min(
                Int.random(in: 1...24, using: &generator), bytes.count - position)
            switch Int.random(in: 0..<7, using: &generator) {
            case 0 where position < bytes.count:
                bytes[position] = UInt8.random(in: 0...255, using: &generator)
            case 1 where position < bytes.count:
                bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 2: bytes.removeSubrange(position..<(position + length))
            case 3: bytes.insert(contentsOf: bytes[position..<(position + length)], at: position)
            case 4:
                bytes.insert(
                    contentsOf: Self.pieces.randomElement(using: &generator) ?? [], at: position)
            case 5 where Int.random(in: 0..<8, using: &generator) == 0:
                bytes = Array(bytes[..<position])
            case 6 where bytes.count > 40:
                // Files end with tables and trailers.
                let end = bytes.count - Int.random(in: 1...40, using: &generator)
                bytes[end] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &generator) ?? 0
            default: bytes.swapAt(position % max(1, bytes.count), 0)
            }
            if bytes.isEmpty { bytes = [0] }
        }
        return bytes
    }
}
