// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Writes text as a JSON string (RFC 8259 section 7).
///
/// Quotation marks, backslashes and control characters, 0x7F included, are escaped; everything else
/// is copied as UTF-8. Eight bytes are examined at a time, because nearly all text needs no
/// escapes.
enum JSONText {
    /// A word in which every byte is one.
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    /// A word in which only the most significant bit of every byte is set.
    private static let highBits: UInt64 = 0x8080_8080_8080_8080
    /// The length of the longest escape, which is `\u` and four digits.
    private static let escapeByteCountMax = 6

    /// Writes a text in quotation marks. Returns `false` when there is not enough room; the output
    /// after `count` is then invalid.
    static func write(
        _ text: UnsafeRawBufferPointer, to output: UnsafeMutableRawBufferPointer,
        at count: inout Int
    ) -> Bool {
        // After this check, there is always room for the rest of the text and the closing quotation
        // mark.
        guard output.count - count >= text.count + 2 else { return false }
        var next = count
        output[next] = UInt8(ascii: "\"")
        next += 1
        var index = 0
        while index < text.count {
            copyPlain(text, &index, output, &next)
            guard index < text.count else { break }
            let byte = text[index]
            if needsEscape(byte) {
                guard output.count - next >= text.count - index + escapeByteCountMax else {
                    return false
                }
                escape(byte, to: output, at: &next)
            } else {
                output[next] = byte
                next += 1
            }
            index += 1
        }
        output[next] = UInt8(ascii: "\"")
        count = next + 1
        return true
    }

    /// Copies bytes from an index on, sixteen or eight at a time. Stops before a group of eight
    /// with a byte that needs an escape.
    @inline(__always)
    private static func copyPlain(
        _ text: UnsafeRawBufferPointer, _ index: inout Int,
        _ output: UnsafeMutableRawBufferPointer, _ next: inout Int
    ) {
        while index &+ 16 <= text.count {
            let first = text.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let second = text.loadUnaligned(fromByteOffset: index &+ 8, as: UInt64.self)
            guard escapes(in: first) | escapes(in: second) == 0 else { break }
            output.storeBytes(of: first, toByteOffset: next, as: UInt64.self)
            output.storeBytes(of: second, toByteOffset: next &+ 8, as: UInt64.self)
            index &+= 16
            next &+= 16
        }
        if index &+ 8 <= text.count {
            let word = text.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            guard escapes(in: word) == 0 else { return }
            output.storeBytes(of: word, toByteOffset: next, as: UInt64.self)
            index &+= 8
            next &+= 8
        }
        copyEnd(text, &index, output, &next)
    }

    /// Copies the last one to seven bytes of the text in overlapping groups of eight or four bytes.
    /// The groups contain earlier bytes, which are already in the output; they are stored again,
    /// unchanged, because none of them needed an escape.
    @inline(__always)
    private static func copyEnd(
        _ text: UnsafeRawBufferPointer, _ index: inout Int,
        _ output: UnsafeMutableRawBufferPointer, _ next: inout Int
    ) {
        let left = text.count - index
        guard 1...7 ~= left else { return }
        if text.count >= 8 {
            let word = text.loadUnaligned(fromByteOffset: text.count - 8, as: UInt64.self)
            guard escapes(in: word) == 0 else { return }
            output.storeBytes(of: word, toByteOffset: next + left - 8, as: UInt64.self)
        } else if left >= 4, index == 0 {
            let first = text.loadUnaligned(fromByteOffset: 0, as: UInt32.self)
            let last = text.loadUnaligned(fromByteOffset: left - 4, as: UInt32.self)
            guard escapes(in: UInt64(first) | UInt64(last) << 32) == 0 else { return }
            output.storeBytes(of: first, toByteOffset: next, as: UInt32.self)
            output.storeBytes(of: last, toByteOffset: next + left - 4, as: UInt32.self)
        } else {
            return
        }
        index += left
        next += left
    }

    /// Returns zero when none of eight bytes needs an escape.
    ///
    /// The result has the most significant bit set in each byte that needs an escape. A byte of the
    /// text that has this bit set belongs to a multi-byte character and needs no escape. In the
    /// other bytes, arithmetic sets the bit: subtracting 0x20 sets it in a byte below 0x20, adding
    /// 1 sets it in 0x7F, and, for a quotation mark or a backslash, subtracting 1 from the 0 that
    /// XOR produces sets it. A borrow between bytes can only cause an additional match.
    @inline(__always)
    private static func escapes(in word: UInt64) -> UInt64 {
        let quote = word ^ 0x22 &* ones
        let backslash = word ^ 0x5C &* ones
        let found =
            (word &- 0x20 &* ones) | (quote &- ones) | (backslash &- ones) | (word &+ ones)
        return found & ~word & highBits
    }

    @inline(__always)
    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F
    }

    private static func escape(
        _ byte: UInt8, to output: UnsafeMutableRawBufferPointer, at next: inout Int
    ) {
        output[next] = UInt8(ascii: "\\")
        let letter: UInt8? =
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): byte
            case 0x0A: UInt8(ascii: "n")
            case 0x0D: UInt8(ascii: "r")
            case 0x09: UInt8(ascii: "t")
            default: nil
            }
        if let letter {
            output[next + 1] = letter
            next += 2
            return
        }
        output[next + 1] = UInt8(ascii: "u")
        output[next + 2] = UInt8(ascii: "0")
        output[next + 3] = UInt8(ascii: "0")
        output[next + 4] = Hex.digit(byte >> 4)
        output[next + 5] = Hex.digit(byte & 0xF)
        next += escapeByteCountMax
    }
}
