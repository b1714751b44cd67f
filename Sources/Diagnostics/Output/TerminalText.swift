// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Makes external text safe for a terminal, so that it cannot move the cursor, change colours or
/// reverse the direction of the surrounding text.
public enum TerminalText {
    /// A character as the terminal shows it.
    struct Cell {
        var text: String
        /// The number of columns that the character occupies.
        var width: Int
        /// The number of bytes in the original text that the cell represents.
        var byteCount: Int
    }

    /// The maximum number of code points in one character. Further code points are dropped, because
    /// a single character can have any number of accents.
    private static let scalarsPerCharacterMax = 16
    private static let tabWidth = 4

    /// Returns a text in one line, in which invisible characters are replaced by readable escapes.
    public static func text(_ text: String) -> String {
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
        return cells(of: Array(text.utf8)[...]).map(\.text).joined()
    }

    /// Returns the number of columns that a text occupies on a terminal.
    public static func width(of text: String) -> Int {
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text.utf8.count }
        return text.reduce(0) { $0 + width(of: $1) }
    }

    /// Returns the cells for a line of bytes, which need not be valid UTF-8.
    static func cells(of bytes: ArraySlice<UInt8>) -> [Cell] {
        var cells: [Cell] = []
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var offset = bytes.startIndex
        var column = 0
        var run = String.UnicodeScalarView()
        func endRun() {
            guard !run.isEmpty else { return }
            for character in String(run) { append(character, to: &cells, column: &column) }
            run = String.UnicodeScalarView()
        }
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let encoded):
                let scalar = Unicode.UTF8.decode(encoded)
                offset += encoded.count
                // This is a fast path for ASCII: a scalar is a whole character unless a combining
                // mark follows it.
                let next = offset < bytes.endIndex ? bytes[offset] : 0
                if run.isEmpty, next < 0x80, (0x20...0x7E).contains(scalar.value) {
                    cells.append(Cell(text: String(scalar), width: 1, byteCount: 1))
                    column += 1
                    continue
                }
                run.append(scalar)
                if next < 0x80 { endRun() }
            case .error(let length):
                endRun()
                for byte in bytes[offset..<min(offset + length, bytes.endIndex)] {
                    let digits = String(byte, radix: 16, uppercase: true)
                    cells.append(Cell(text: "\\x" + digits, width: 4, byteCount: 1))
                    column += 4
                }
                offset += length
            case .emptyInput:
                endRun()
                return cells
            }
        }
    }

    private static func append(
        _ character: Character, to cells: inout [Cell], column: inout Int
    ) {
        defer { column += cells.last?.width ?? 0 }
        let byteCount = character.utf8.count
        guard let first = character.unicodeScalars.first else { return }
        if first == "\t" {
            let width = tabWidth - column % tabWidth
            cells.append(
                Cell(text: String(repeating: " ", count: width), width: width, byteCount: 1))
            return
        }
        var hidden = HiddenScalars()
        if character.unicodeScalars.contains(where: { hidden.contains($0) }) {
            let text = character.unicodeScalars.prefix(scalarsPerCharacterMax)
                .map(PrintableText.spelledOut).joined()
            cells.append(Cell(text: text, width: text.count, byteCount: byteCount))
            return
        }
        var shown = String.UnicodeScalarView()
        shown.append(contentsOf: character.unicodeScalars.prefix(scalarsPerCharacterMax))
        cells.append(
            Cell(text: String(shown), width: width(of: character), byteCount: byteCount))
    }

    /// Returns the number of columns that a character occupies: 2 for wide East Asian characters
    /// and for emoji, and 1 for all others.
    private static func width(of character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first, scalar.value > 0x7E else { return 1 }
        if scalar.properties.isEmojiPresentation { return 2 }
        if character.unicodeScalars.contains("\u{FE0F}") { return 2 }
        switch scalar.value {
        case 0x0300...0x036F: return 0
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
            0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF,
            0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }
}
