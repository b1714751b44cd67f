// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

/// The contents of strings: escapes, control characters, bytes that are not UTF-8.
extension TolerantReader {
    /// Returns the text that a range of bytes represents.
    ///
    /// - Parameter isOddlyQuoted: whether the quotation marks are not JSON's; a backslash before a
    ///   single one is then not reported separately.
    mutating func decode(_ range: Range<Int>, isOddlyQuoted: Bool = false) -> String {
        var text: [UInt8] = []
        var controls: [Int] = []
        var place = range.lowerBound
        while place < range.upperBound {
            let byte = bytes[place]
            if byte == ASCII.backslash {
                place = decodeEscape(at: place, to: range.upperBound, isOddlyQuoted, into: &text)
                continue
            }
            if byte < 0x20 { controls.append(place) }
            text.append(byte)
            place += 1
        }
        reportControls(controls)
        if let string = String(validating: text, as: UTF8.self) { return string }
        reportEncoding(range)
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func reportControls(_ places: [Int]) {
        guard let first = places.first else { return }
        let name =
            switch bytes[first] {
            case ASCII.lineFeed, ASCII.carriageReturn: "a line break"
            case ASCII.tab: "a tab"
            default: "a control character (\(bytes[first]))"
            }
        add(
            .controlCharacter,
            "a text contains \(name)" + (places.count > 1 ? " and \(places.count - 1) more" : ""),
            remedy: "write \(Self.escape(bytes[first])) for it", at: first..<(first + 1),
            fix: TextFix(
                "write it as an escape",
                places.map { TextFix.Edit($0..<($0 + 1), Self.escape(bytes[$0]).utf8) }))
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

    /// Reports, once only, the position of the first byte that is not UTF-8.
    private mutating func reportEncoding(_ range: Range<Int>) {
        guard !isEncodingReported else { return }
        isEncodingReported = true
        var place = range.lowerBound
        while place < range.upperBound, scalar(at: place).scalar != nil {
            place += scalar(at: place).length
        }
        guard place < range.upperBound else { return }
        let byte = String(bytes[place], radix: 16, uppercase: true)
        let isLatin = bytes[place] >= 0xA0
        add(
            .wrongEncoding,
            "the byte \(byte) is not UTF-8 here"
                + (isLatin ? "; the file was probably saved as Latin-1" : ""),
            at: place..<(place + 1))
    }

    // MARK: Escapes

    /// Decodes an escape and returns the position after it.
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
                    .badEscape, "\\' is not an escape of JSON", remedy: "write ' alone", at: range,
                    fix: TextFix("write '", replacing: range, with: "'"))
            }
            return range.upperBound
        }
        text += bytes[range]
        let name = scalar.map { $0.value < 0x20 ? "a line break" : "\($0)" } ?? "this"
        add(.badEscape, "a backslash before \(name) is not an escape of JSON", at: range)
        return range.upperBound
    }

    private mutating func decodeUnicode(
        at start: Int, to end: Int, into text: inout [UInt8]
    ) -> Int {
        guard let unit = hexUnit(at: start + 2, to: end) else {
            text += "\u{FFFD}".utf8
            add(.badEscape, "\\u needs four hex digits", at: start..<(start + 2))
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
            .badEscape, "\\u names half a character (a lone surrogate)",
            remedy: "write the character itself, or both halves", at: start..<(start + 6))
        return start + 6
    }

    private func hexUnit(at place: Int, to end: Int) -> UInt16? {
        guard place + 4 <= end else { return nil }
        let digits = bytes[place..<(place + 4)]
        guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    /// Returns the edits needed within a text whose quotation marks become straight: straight ones
    /// get a backslash, and single ones lose theirs.
    func innerEdits(_ range: Range<Int>) -> [TextFix.Edit] {
        var edits: [TextFix.Edit] = []
        var place = range.lowerBound
        while place < range.upperBound {
            if bytes[place] == ASCII.backslash {
                if starts(with: "\\'", at: place) {
                    edits.append(TextFix.Edit(place..<(place + 1), []))
                }
                place += 2
                continue
            }
            if bytes[place] == ASCII.quote {
                edits.append(TextFix.Edit(place..<place, [ASCII.backslash]))
            }
            place += 1
        }
        return edits
    }
}
