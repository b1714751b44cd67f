// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Decides whether bytes are a JSON object, without building its value.
///
/// The result is the same as that of ``JSONReader`` with its default limits, but without an
/// explanation of the error. The check takes only a small part of the reader's time and allocates
/// no memory. A server needs this result for every notification, but needs the parsed value only
/// when a person inspects the notification.
package enum JSONObjectCheck {
    private static let limits = JSONReader.Limits()

    /// Returns whether the bytes are one JSON object, with nothing before or after it except white
    /// space.
    package static func passes(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count <= limits.byteCountMax else { return false }
        var offset = 0
        skipBlanks(bytes, &offset)
        guard peek(bytes, offset) == UInt8(ascii: "{"), skipObject(bytes, &offset, depth: 0) else {
            return false
        }
        skipBlanks(bytes, &offset)
        return offset == bytes.count
    }

    @inline(__always)
    private static func peek(_ bytes: Span<UInt8>, _ offset: Int) -> UInt8? {
        offset < bytes.count ? bytes[offset] : nil
    }

    @inline(__always)
    private static func skipBlanks(_ bytes: Span<UInt8>, _ offset: inout Int) {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x0A, 0x0D, 0x09: offset += 1
            default: return
            }
        }
    }

    private static func skipValue(
        _ bytes: Span<UInt8>, _ offset: inout Int, depth: Int
    ) -> Bool {
        guard depth <= limits.depthMax, let byte = peek(bytes, offset) else { return false }
        switch byte {
        case UInt8(ascii: "\""): return skipString(bytes, &offset)
        case UInt8(ascii: "{"): return skipObject(bytes, &offset, depth: depth)
        case UInt8(ascii: "["): return skipArray(bytes, &offset, depth: depth)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return skipNumber(bytes, &offset)
        case UInt8(ascii: "t"): return skipLiteral("true", bytes, &offset)
        case UInt8(ascii: "f"): return skipLiteral("false", bytes, &offset)
        case UInt8(ascii: "n"): return skipLiteral("null", bytes, &offset)
        default: return false
        }
    }

    private static func skipObject(
        _ bytes: Span<UInt8>, _ offset: inout Int, depth: Int
    ) -> Bool {
        offset += 1
        skipBlanks(bytes, &offset)
        if peek(bytes, offset) == UInt8(ascii: "}") {
            offset += 1
            return true
        }
        while true {
            skipBlanks(bytes, &offset)
            guard peek(bytes, offset) == UInt8(ascii: "\""), skipString(bytes, &offset) else {
                return false
            }
            skipBlanks(bytes, &offset)
            guard peek(bytes, offset) == UInt8(ascii: ":") else { return false }
            offset += 1
            skipBlanks(bytes, &offset)
            guard skipValue(bytes, &offset, depth: depth + 1) else { return false }
            switch separator(bytes, &offset) {
            case UInt8(ascii: ","): continue
            case UInt8(ascii: "}"): return true
            default: return false
            }
        }
    }

    private static func skipArray(
        _ bytes: Span<UInt8>, _ offset: inout Int, depth: Int
    ) -> Bool {
        offset += 1
        skipBlanks(bytes, &offset)
        if peek(bytes, offset) == UInt8(ascii: "]") {
            offset += 1
            return true
        }
        while true {
            skipBlanks(bytes, &offset)
            guard skipValue(bytes, &offset, depth: depth + 1) else { return false }
            switch separator(bytes, &offset) {
            case UInt8(ascii: ","): continue
            case UInt8(ascii: "]"): return true
            default: return false
            }
        }
    }

    /// Returns the character that follows a member or an element; `nil` at the end of the bytes.
    @inline(__always)
    private static func separator(_ bytes: Span<UInt8>, _ offset: inout Int) -> UInt8? {
        skipBlanks(bytes, &offset)
        guard let byte = peek(bytes, offset) else { return nil }
        offset += 1
        return byte
    }

    private static func skipLiteral(
        _ text: StaticString, _ bytes: Span<UInt8>, _ offset: inout Int
    ) -> Bool {
        let count = text.utf8CodeUnitCount
        guard bytes.count - offset >= count else { return false }
        for index in 0..<count where text.utf8Start[index] != bytes[offset + index] {
            return false
        }
        offset += count
        return true
    }

    // MARK: Numbers

    private static func skipNumber(_ bytes: Span<UInt8>, _ offset: inout Int) -> Bool {
        if bytes[offset] == UInt8(ascii: "-") { offset += 1 }
        if peek(bytes, offset) == UInt8(ascii: "0") {
            offset += 1
            if isDigit(peek(bytes, offset)) { return false }
        } else if !skipDigits(bytes, &offset) {
            return false
        }
        if peek(bytes, offset) == UInt8(ascii: ".") {
            offset += 1
            if !skipDigits(bytes, &offset) { return false }
        }
        let exponent = peek(bytes, offset)
        if exponent == UInt8(ascii: "e") || exponent == UInt8(ascii: "E") {
            offset += 1
            let sign = peek(bytes, offset)
            if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { offset += 1 }
            if !skipDigits(bytes, &offset) { return false }
        }
        return true
    }

    private static func isDigit(_ byte: UInt8?) -> Bool {
        byte.map { (0x30...0x39).contains($0) } ?? false
    }

    private static func skipDigits(_ bytes: Span<UInt8>, _ offset: inout Int) -> Bool {
        guard isDigit(peek(bytes, offset)) else { return false }
        while isDigit(peek(bytes, offset)) { offset += 1 }
        return true
    }

    // MARK: Strings

    private static func skipString(_ bytes: Span<UInt8>, _ offset: inout Int) -> Bool {
        offset += 1
        let start = offset
        var isASCII = true
        while true {
            skipPlain(bytes, &offset)
            guard offset < bytes.count else { return false }
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                let text = bytes.extracting(start..<offset)
                offset += 1
                return isASCII || isUTF8(text)
            case UInt8(ascii: "\\"):
                if !skipEscape(bytes, &offset) { return false }
            case 0..<0x20: return false
            case 0x80...:
                isASCII = false
                repeat { offset += 1 } while offset < bytes.count && bytes[offset] >= 0x80
            default: offset += 1
            }
        }
    }

    /// Skips characters that are not special: ASCII without quotation marks, backslashes and
    /// control characters. Stops when fewer than eight bytes are left, even if they are not
    /// special.
    @inline(__always)
    private static func skipPlain(_ bytes: Span<UInt8>, _ offset: inout Int) {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let high = ones << 7
        while bytes.count - offset >= 8 {
            // This is safe, because any eight bytes are a valid number, and their position is
            // checked against the span. The first byte is the least significant one.
            let word = UInt64(
                littleEndian: bytes.bytes.unsafeLoadUnaligned(
                    fromByteOffset: offset, as: UInt64.self))
            let quote = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
            let backslash = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
            // A subtraction sets the highest bit of each byte that is smaller than the number
            // subtracted. A borrow can mark another byte wrongly, but only after a byte that is
            // marked correctly, so the first mark is exact.
            let special =
                (quote &- ones) & ~quote | (backslash &- ones) & ~backslash
                | (word &- ones &* 0x20) & ~word | word
            let marks = special & high
            guard marks == 0 else {
                offset += marks.trailingZeroBitCount / 8
                return
            }
            offset += 8
        }
    }

    /// Returns whether a string's bytes are UTF-8. Escapes are ASCII and need no decoding for this.
    private static func isUTF8(_ text: Span<UInt8>) -> Bool {
        text.withUnsafeBufferPointer { String(validating: $0, as: UTF8.self) != nil }
    }

    private static func skipEscape(_ bytes: Span<UInt8>, _ offset: inout Int) -> Bool {
        offset += 1
        guard let byte = peek(bytes, offset) else { return false }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
            UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return true
        case UInt8(ascii: "u"): return skipUnicodeEscape(bytes, &offset)
        default: return false
        }
    }

    /// Skips the digits of one `\u` escape, or of two that form a surrogate pair.
    private static func skipUnicodeEscape(_ bytes: Span<UInt8>, _ offset: inout Int) -> Bool {
        guard let unit = hexUnit(bytes, &offset) else { return false }
        guard (0xD800...0xDFFF).contains(unit) else { return true }
        guard unit < 0xDC00, peek(bytes, offset) == UInt8(ascii: "\\"),
            peek(bytes, offset + 1) == UInt8(ascii: "u")
        else { return false }
        offset += 2
        return hexUnit(bytes, &offset).map { (0xDC00...0xDFFF).contains($0) } ?? false
    }

    private static func hexUnit(_ bytes: Span<UInt8>, _ offset: inout Int) -> UInt16? {
        guard bytes.count - offset >= 4 else { return nil }
        var unit: UInt16 = 0
        for index in offset..<offset + 4 {
            let byte = bytes[index]
            let digit: UInt8
            switch byte {
            case 0x30...0x39: digit = byte - 0x30
            case 0x41...0x46: digit = byte - 0x41 + 10
            case 0x61...0x66: digit = byte - 0x61 + 10
            default: return nil
            }
            unit = unit << 4 | UInt16(digit)
        }
        offset += 4
        return unit
    }
}
