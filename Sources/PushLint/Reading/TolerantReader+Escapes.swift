// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

/// Reads the contents of strings: escapes, control characters, and bytes that are not UTF-8.
extension TolerantReader {
    /// Returns the text of a string, given the range of its content.
    ///
    /// - Parameter isOddlyQuoted: whether the string has quotation marks other than JSON's. If so,
    ///   a backslash before a single quotation mark is not reported separately.
    mutating func decode(_ range: Range<Int>, isOddlyQuoted: Bool = false) -> String {
        var text: [UInt8] = []
        var controls: [Int] = []
        var position = range.lowerBound
        while position < range.upperBound {
            let byte = bytes[position]
            if byte == ASCII.backslash {
                position = decodeEscape(
                    at: position, to: range.upperBound, isOddlyQuoted, into: &text)
                continue
            }
            if byte < 0x20 { controls.append(position) }
            text.append(byte)
            position += 1
        }
        reportControls(controls)
        if let string = String(validating: text, as: UTF8.self) { return string }
        reportEncoding(range)
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func reportControls(_ offsets: [Int]) {
        guard let first = offsets.first else { return }
        let name =
            switch bytes[first] {
            case ASCII.lineFeed, ASCII.carriageReturn: "a line break"
            case ASCII.tab: "a tab"
            default: "a control character (\(bytes[first]))"
            }
        add(
            .controlCharacter,
            "a string contains \(name)"
                + (offsets.count > 1 ? ", and \(offsets.count - 1) more control characters" : ""),
            remedy: "write \(Self.escape(bytes[first])) instead", at: first..<(first + 1),
            fix: TextFix(
                "write the character as an escape sequence",
                offsets.map { TextFix.Edit($0..<($0 + 1), Self.escape(bytes[$0]).utf8) }))
    }

    private static func escape(_ byte: UInt8) -> String {
        switch byte {
        case ASCII.lineFeed: return "\\n"
        case ASCII.carriageReturn: return "\\r"
        case ASCII.tab: return "\\t"
        default:
            let digits = String(byte, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
    }

    /// Reports the position of the first byte that is not UTF-8. Only the first call adds a
    /// finding.
    private mutating func reportEncoding(_ range: Range<Int>) {
        guard !isEncodingReported else { return }
        isEncodingReported = true
        var position = range.lowerBound
        while position < range.upperBound, scalar(at: position).scalar != nil {
            position += scalar(at: position).length
        }
        guard position < range.upperBound else { return }
        let byte = String(bytes[position], radix: 16, uppercase: true)
        let isLatin = bytes[position] >= 0xA0
        add(
            .wrongEncoding,
            "the byte \(byte) is not UTF-8 here"
                + (isLatin ? "; the file was probably saved as Latin-1" : ""),
            at: position..<(position + 1))
    }

    // MARK: Escapes

    /// Decodes an escape, and returns the position after it.
    private mutating func decodeEscape(
        at start: Int, to end: Int, _ isOddlyQuoted: Bool, into text: inout [UInt8]
    ) -> Int {
        guard start + 1 < end else {
            text.append(ASCII.backslash)
            return end
        }
        let byte = bytes[start + 1]
        switch byte {
        case ASCII.quote, ASCII.backslash, ASCII.slash: text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(ASCII.lineFeed)
        case UInt8(ascii: "r"): text.append(ASCII.carriageReturn)
        case UInt8(ascii: "t"): text.append(ASCII.tab)
        case UInt8(ascii: "u"): return decodeUnicode(at: start, to: end, into: &text)
        default: return decodeForeignEscape(at: start, isOddlyQuoted, into: &text)
        }
        return start + 2
    }

    private mutating func decodeForeignEscape(
        at start: Int, _ isOddlyQuoted: Bool, into text: inout [UInt8]
    ) -> Int {
        let (scalar, length) = scalar(at: start + 1)
        let range = start..<(start + 1 + length)
        if scalar == "'" {
            text.append(bytes[start + 1])
            if !isOddlyQuoted {
                add(
                    .badEscape, "\\' is not a JSON escape sequence",
                    remedy: "write ' without the "
                        + "backslash",
                    at: range,
                    fix: TextFix("write '", replacing: range, with: "'"))
            }
            return range.upperBound
        }
        text += bytes[range]
        let name = scalar.map { $0.value < 0x20 ? "a line break" : "\($0)" } ?? "this"
        add(.badEscape, "a backslash before \(name) is not a JSON escape sequence", at: range)
        return range.upperBound
    }

    private mutating func decodeUnicode(
        at start: Int, to end: Int, into text: inout [UInt8]
    ) -> Int {
        guard let unit = hexUnit(at: start + 2, to: end) else {
            text += "\u{FFFD}".utf8
            add(.badEscape, "\\u requires four hex digits", at: start..<(start + 2))
            return start + 2
        }
        if let scalar = Unicode.Scalar(unit) {
            text += String(Character(scalar)).utf8
            return start + 6
        }
        if unit < 0xDC00, starts(with: "\\u", at: start + 6), start + 8 < end,
            let low = hexUnit(at: start + 8, to: end), (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(
                0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(low) - 0xDC00))
        {
            text += String(Character(scalar)).utf8
            return start + 12
        }
        text += "\u{FFFD}".utf8
        add(
            .badEscape, "\\u represents half a character (an unpaired surrogate)",
            remedy: "write the character itself, or both surrogates", at: start..<(start + 6))
        return start + 6
    }

    private func hexUnit(at position: Int, to end: Int) -> UInt16? {
        guard position + 4 <= end else { return nil }
        let digits = bytes[position..<(position + 4)]
        guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    /// Returns the edits that are needed within a string when the quotation marks that enclose it
    /// are replaced by straight ones. The edits add a backslash before each straight quotation mark
    /// inside the string, and remove the backslash before each single quotation mark.
    func innerEdits(_ range: Range<Int>) -> [TextFix.Edit] {
        var edits: [TextFix.Edit] = []
        var position = range.lowerBound
        while position < range.upperBound {
            if bytes[position] == ASCII.backslash {
                if starts(with: "\\'", at: position) {
                    edits.append(TextFix.Edit(position..<(position + 1), []))
                }
                position += 2
                continue
            }
            if bytes[position] == ASCII.quote {
                edits.append(TextFix.Edit(position..<position, [ASCII.backslash]))
            }
            position += 1
        }
        return edits
    }
}
