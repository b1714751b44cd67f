// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Converts bytes to lowercase hexadecimal text and back. This is the only implementation of the
/// conversion.
public enum Hex {
    /// Returns two lowercase digits per byte.
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var digits: [UInt8] = []
        digits.reserveCapacity(2 * bytes.underestimatedCount)
        if bytes.withContiguousStorageIfAvailable({ append($0.span, to: &digits) }) == nil {
            Array(bytes).withUnsafeBufferPointer { append($0.span, to: &digits) }
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Returns the bytes of an even number of hex digits in either case; `nil` for anything else.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        text.utf8.withContiguousStorageIfAvailable { decode($0.span) }
            ?? Array(text.utf8).withUnsafeBufferPointer { decode($0.span) }
    }

    /// Appends two lowercase digits per byte.
    package static func append(_ bytes: Span<UInt8>, to text: inout [UInt8]) {
        text.append(addingCapacity: 2 * bytes.count) { write(bytes, to: &$0) }
    }

    /// Writes two lowercase digits per byte to an output with enough capacity.
    static func write(_ bytes: Span<UInt8>, to output: inout OutputSpan<UInt8>) {
        var index = 0
        while index &+ 8 <= bytes.count {
            output.append(hexOf: bytes.bytes.eightBytes(at: index))
            index &+= 8
        }
        while index < bytes.count {
            output.append(digit(bytes[index] >> 4))
            output.append(digit(bytes[index] & 0xF))
            index &+= 1
        }
    }

    /// Returns the bytes of an even number of hex digits in either case; `nil` for anything else.
    package static func decode(_ digits: Span<UInt8>) -> [UInt8]? {
        guard digits.count.isMultiple(of: 2) else { return nil }
        var isHex = true
        let bytes = [UInt8](capacity: digits.count / 2) { output in
            var index = 0
            while index &+ 8 <= digits.count {
                guard let value = HexWord.value(of: digits.bytes.eightBytes(at: index)) else {
                    isHex = false
                    return
                }
                output.append(halfWord: value)
                index &+= 8
            }
            while index < digits.count {
                guard let high = value(digits[index]), let low = value(digits[index + 1]) else {
                    isHex = false
                    return
                }
                output.append(high << 4 | low)
                index &+= 2
            }
        }
        return isHex ? bytes : nil
    }

    static func digit(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x41 + 10
        case 0x61...0x66: digit - 0x61 + 10
        default: nil
        }
    }
}

extension OutputSpan<UInt8> {
    /// Writes a 64-bit word as sixteen lowercase digits, most significant byte first.
    @inline(__always)
    mutating func append(hexOf word: UInt64) {
        append(word: HexWord.digits(of: UInt32(truncatingIfNeeded: word >> 32)))
        append(word: HexWord.digits(of: UInt32(truncatingIfNeeded: word)))
    }

    /// Writes the eight bytes of a 64-bit word, most significant byte first.
    @inline(__always)
    mutating func append(word: UInt64) { append(bytesOf: word.bigEndian, count: 8) }

    /// Writes the four bytes of a 32-bit number, most significant byte first.
    @inline(__always)
    mutating func append(halfWord: UInt32) { append(bytesOf: halfWord.bigEndian, count: 4) }

    /// Stores all bytes in one step instead of one at a time.
    @inline(__always)
    private mutating func append<Word: FixedWidthInteger & BitwiseCopyable>(
        bytesOf word: Word, count wordByteCount: Int
    ) {
        withUnsafeMutableBufferPointer { buffer, count in
            precondition(
                buffer.count - count >= wordByteCount,
                "the buffer is too small for the bytes")
            UnsafeMutableRawBufferPointer(buffer).storeBytes(
                of: word, toByteOffset: count, as: Word.self)
            count += wordByteCount
        }
    }
}
