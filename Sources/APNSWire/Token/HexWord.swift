// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Processes eight hex digits at a time, as the eight bytes of one 64-bit number.
///
/// The first digit is the most significant byte. Every step works on all eight bytes in parallel
/// without a carry from one byte into the next, so that a device token is converted within
/// nanoseconds.
enum HexWord {
    /// A word in which every byte is one.
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    /// A word in which only the most significant bit of every byte is set.
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// Returns the eight lowercase digits of a number.
    @inline(__always)
    static func digits(of value: UInt32) -> UInt64 {
        var nibbles = UInt64(value)
        nibbles = (nibbles | nibbles << 16) & 0x0000_FFFF_0000_FFFF
        nibbles = (nibbles | nibbles << 8) & 0x00FF_00FF_00FF_00FF
        nibbles = (nibbles | nibbles << 4) & 0x0F0F_0F0F_0F0F_0F0F
        // Adding 6 sets bit 4 of the values from 10 to 15. These values become letters, whose ASCII
        // codes are 39 higher than 0x30 plus the value.
        let letters = (nibbles &+ 6 &* ones) >> 4 & ones
        return nibbles &+ 0x30 &* ones &+ 39 &* letters
    }

    /// Returns the number that eight hex digits in either case represent; `nil` when a byte is not
    /// a hex digit.
    @inline(__always)
    static func value(of digits: UInt64) -> UInt32? {
        // Bit 6 is set in letters and clear in decimal digits.
        let letters = digits >> 6 & ones
        let letterBytes = letters &* 0xFF
        // The result is 0...9 for a decimal digit, and 1...6 for a letter in either case.
        let places =
            (digits ^ 0x30 &* ones) & ~letterBytes
            | (digits & ~(0x20 &* ones) ^ 0x40 &* ones) & letterBytes
        // Bit 7 is set in each byte that is too large, which means above 9 for a decimal digit and
        // above 6 for a letter.
        let tooHigh = places &+ 0x76 &* ones &+ 3 &* letters
        // Bit 7 is set in each byte that is zero. Zero is valid for a decimal digit but not for a
        // letter.
        let isZero = ~(places &+ 0x7F &* ones)
        guard (digits | tooHigh | isZero & letters << 7) & highBits == 0 else { return nil }
        var value = places &+ 9 &* letters
        value = (value | value >> 4) & 0x00FF_00FF_00FF_00FF
        value = (value | value >> 8) & 0x0000_FFFF_0000_FFFF
        return UInt32(truncatingIfNeeded: value | value >> 16)
    }

    /// Returns the eight bytes that sixteen hex digits in either case represent; `nil` when a byte
    /// is not a hex digit.
    @inline(__always)
    static func bytes(_ first: UInt64, _ second: UInt64) -> UInt64? {
        guard let high = value(of: first), let low = value(of: second) else { return nil }
        return UInt64(high) << 32 | UInt64(low)
    }

    /// Returns which of eight digits are capital letters. Bit 7 represents the first digit, and bit
    /// 0 the last.
    @inline(__always)
    static func capitals(in digits: UInt64) -> UInt8 {
        let capitals = digits >> 6 & ~(digits >> 5) & ones
        return UInt8(truncatingIfNeeded: (capitals &* 0x0102_0408_1020_4080) >> 56)
    }

    /// Returns which of eight lowercase digits are letters. Bit 7 represents the first digit, and
    /// bit 0 the last.
    @inline(__always)
    static func letters(in digits: UInt64) -> UInt8 {
        UInt8(truncatingIfNeeded: ((digits >> 6 & ones) &* 0x0102_0408_1020_4080) >> 56)
    }

    /// Returns the digits, with the letters that `capitals` marks as capital letters. This is the
    /// inverse of ``capitals(in:)``.
    @inline(__always)
    static func capitalize(_ digits: UInt64, _ capitals: UInt8) -> UInt64 {
        let spread = UInt64(capitals) &* ones & 0x8040_2010_0804_0201
        return digits &- ((spread &+ 0x7F &* ones) & highBits) >> 2
    }
}

extension RawSpan {
    /// Reads eight bytes as a big-endian number.
    @inline(__always)
    func eightBytes(at offset: Int) -> UInt64 {
        UInt64(bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// Reads four bytes as a big-endian number.
    @inline(__always)
    func fourBytes(at offset: Int) -> UInt64 {
        UInt64(UInt32(bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }
}
