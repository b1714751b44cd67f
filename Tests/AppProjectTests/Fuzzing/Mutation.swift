// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Simulation

/// Changes a file as damage and malice do: bytes, pieces moved, repeated, cut and swapped for what
/// parsers stumble over.
struct Mutation {
    /// Texts that readers treat in a way of their own.
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
            let place = Int.random(in: 0...bytes.count, using: &generator)
            let length = min(
                Int.random(in: 1...24, using: &generator), bytes.count - place)
            switch Int.random(in: 0..<7, using: &generator) {
            case 0 where place < bytes.count:
                bytes[place] = UInt8.random(in: 0...255, using: &generator)
            case 1 where place < bytes.count:
                bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 2: bytes.removeSubrange(place..<(place + length))
            case 3: bytes.insert(contentsOf: bytes[place..<(place + length)], at: place)
            case 4:
                bytes.insert(
                    contentsOf: Self.pieces.randomElement(using: &generator) ?? [], at: place)
            case 5 where Int.random(in: 0..<8, using: &generator) == 0:
                bytes = Array(bytes[..<place])
            case 6 where bytes.count > 40:
                // The ends of files hold tables and trailers.
                let end = bytes.count - Int.random(in: 1...40, using: &generator)
                bytes[end] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &generator) ?? 0
            default: bytes.swapAt(place % max(1, bytes.count), 0)
            }
            if bytes.isEmpty { bytes = [0] }
        }
        return bytes
    }
}
