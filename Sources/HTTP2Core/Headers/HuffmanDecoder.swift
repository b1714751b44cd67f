// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Decodes Huffman-coded strings (RFC 7541 section 5.2). A step decodes two symbols if their codes
/// are short.
struct HuffmanDecoder: Sendable {
    /// The number of bits that a step examines: enough for two characters of a UUID.
    private static let windowBits = 12

    /// For each combination of ``windowBits`` bits, the one or two symbols with which it begins,
    /// packed into one number. From the least significant bit: the first symbol (8 bits), the
    /// second symbol (8 bits), the number of symbols (8 bits), the length of the first code (4
    /// bits), and the total length of the codes (4 bits). The whole value is 0 if the first code is
    /// longer than the window.
    private static let allSteps: ContiguousArray<UInt32> = {
        // For each combination, the first symbol alone and the length of its code.
        var firsts = [(symbol: UInt32, length: UInt32)](repeating: (0, 0), count: 1 << windowBits)
        let (codes, lengths) = (HuffmanCode.codes, HuffmanCode.lengths)
        for symbol in 0..<HuffmanCode.endOfString where lengths[symbol] <= windowBits {
            let unused = windowBits - Int(lengths[symbol])
            let start = Int(codes[symbol]) << unused
            for window in start..<start + 1 << unused {
                firsts[window] = (UInt32(symbol), UInt32(lengths[symbol]))
            }
        }
        return ContiguousArray(
            firsts.indices.map { window in
                let first = firsts[window]
                guard first.length > 0 else { return 0 }
                let second = firsts[window << Int(first.length) & (firsts.count - 1)]
                let both = first.length + second.length
                guard second.length > 0, both <= windowBits else {
                    return first.symbol | 1 << 16 | first.length << 24 | first.length << 28
                }
                return first.symbol | second.symbol << 8 | 2 << 16 | first.length << 24 | both << 28
            })
    }()

    /// The shared steps. Each decoder stores a reference to them, because a static property is
    /// looked up at each use.
    private let steps = allSteps

    /// For each code length, `limit` is the first longer code, left-aligned in 32 bits, and `shift`
    /// is the number to add to a code of this length to get its index in ``HuffmanCode/symbols``.
    private static let longCodes: [(limit: UInt64, shift: Int)] = {
        var (limit, position): (UInt64, Int) = (0, 0)
        return (0...HuffmanCode.lengthMax).map { length in
            let unit = UInt64(1) << UInt64(32 - length)
            let shift = position - Int(limit / unit)
            let count = HuffmanCode.lengths.count { Int($0) == length }
            limit += UInt64(count) * unit
            position += count
            return (limit, shift)
        }
    }()

    /// Returns the maximum number of bytes that are written when a string of `count` bytes is
    /// decoded; no code is shorter than five bits. The number includes one byte of scratch space
    /// for the last step.
    static func decodedCountMax(_ count: Int) -> Int { count * 8 / 5 + 2 }

    /// Decodes the string in `range` of `block` into `storage`, beginning at the offset `start`. At
    /// least ``decodedCountMax(_:)`` bytes at this offset may be overwritten.
    ///
    /// - Returns: The offset in `storage` after the string.
    func decode(
        _ block: borrowing Span<UInt8>, _ range: Range<Int>, into storage: inout SpanBytes,
        at start: Int
    ) throws(HTTP2ConnectionError) -> Int {
        let steps = steps.span
        var storageSpan = storage.mutableSpan
        var output = storageSpan.mutableBytes
        var reader = BitReader(range)
        var written = start
        while reader.refill(block) {
            // A step needs no bounds check, because at least as many bits are available as the step
            // examines.
            while reader.count >= Self.windowBits {
                let step = steps[reader.window]
                guard step != 0 else {
                    // If bits are missing, the outer loop refills the reader. If that is
                    // impossible, the string is at its end.
                    if reader.count < HuffmanCode.lengthMax { break }
                    let (byte, length) = try Self.longSymbol(reader.bits, reader.count)
                    output.storeBytes(of: byte, toByteOffset: written, as: UInt8.self)
                    written += 1
                    reader.drop(length)
                    continue
                }
                output.storeBytes(
                    of: UInt16(truncatingIfNeeded: step).littleEndian, toByteOffset: written,
                    as: UInt16.self)
                written += Int(step >> 16 & 0xFF)
                reader.drop(Int(step >> 28))
            }
        }
        // The last bits are decoded one symbol at a time, as long as a complete code remains.
        while true {
            reader.fillUp()
            let step = steps[reader.window]
            let byte: UInt8
            if step != 0 {
                guard Int(step >> 24 & 0xF) <= reader.count else { break }
                byte = UInt8(truncatingIfNeeded: step)
                reader.drop(Int(step >> 24 & 0xF))
            } else {
                guard reader.count >= 8 else { break }
                let length: Int
                (byte, length) = try Self.longSymbol(reader.bits, reader.count)
                reader.drop(length)
            }
            output.storeBytes(of: byte, toByteOffset: written, as: UInt8.self)
            written += 1
        }
        guard reader.isPadding else {
            throw HTTP2ConnectionError(.compressionError, "a Huffman code with invalid padding")
        }
        return written
    }

    /// Returns the symbol whose code begins with `bits` and is longer than a step's window, and the
    /// length of the code. `count` bits are available.
    ///
    /// The reader itself is no parameter: a reader whose address is passed to a function is kept in
    /// memory instead of registers, which slows down every step.
    @inline(never)
    private static func longSymbol(
        _ bits: UInt64, _ count: Int
    ) throws(HTTP2ConnectionError) -> (symbol: UInt8, length: Int) {
        let window = bits >> 32
        var length = windowBits + 1
        while window >= longCodes[length].limit { length += 1 }
        let position = Int(window >> UInt64(32 - length)) + longCodes[length].shift
        let symbol = HuffmanCode.symbols[position]
        guard length <= count, symbol < HuffmanCode.endOfString else {
            throw HTTP2ConnectionError(.compressionError, "a Huffman code is truncated")
        }
        return (UInt8(truncatingIfNeeded: symbol), length)
    }

    /// Reads the bits of a string, most significant bit first.
    private struct BitReader {
        var next: Int
        let end: Int
        /// The ``count`` most significant bits are the next bits of the string. The other bits may
        /// already contain later bits, which are not counted yet.
        var bits: UInt64 = 0
        var count = 0

        init(_ range: Range<Int>) {
            next = range.lowerBound
            end = range.upperBound
        }

        /// The bits that a step examines.
        @inline(__always)
        var window: Int { Int(truncatingIfNeeded: bits &>> UInt64(64 - windowBits)) }

        @inline(__always)
        mutating func drop(_ width: Int) {
            bits &<<= UInt64(truncatingIfNeeded: width)
            count &-= width
        }

        /// Reads as many complete bytes as there is room for. Returns `false` when no byte was
        /// left. Ones follow the last byte of the string.
        @inline(__always)
        mutating func refill(_ block: borrowing Span<UInt8>) -> Bool {
            let left = end &- next
            guard left > 0 else { return false }
            let byteCount = min((63 &- count) >> 3, left)
            bits |= word(block, left) &>> UInt64(truncatingIfNeeded: count)
            next &+= byteCount
            count &+= byteCount << 3
            return true
        }

        /// Returns the next eight bytes as a number, with ones for the bytes after the end.
        @inline(__always)
        private func word(_ block: borrowing Span<UInt8>, _ left: Int) -> UInt64 {
            // This is safe, because any eight bytes are a valid number, and their position is
            // checked against the span.
            if left >= 8 {
                return UInt64(
                    bigEndian: block.bytes.unsafeLoadUnaligned(
                        fromByteOffset: next, as: UInt64.self))
            }
            let unused = UInt64(truncatingIfNeeded: 8 * (8 - left))
            if end >= 8 {
                let last = UInt64(
                    bigEndian: block.bytes.unsafeLoadUnaligned(
                        fromByteOffset: end - 8, as: UInt64.self))
                return last &<< unused | ~(UInt64.max &<< unused)
            }
            var word = UInt64.max
            for offset in 0..<left {
                word = word &<< 8 | UInt64(block[next + offset])
            }
            return word &<< unused | ~(UInt64.max &<< unused)
        }

        /// Sets all bits after the next ``count`` bits to one.
        @inline(__always)
        mutating func fillUp() {
            if count < 64 { bits |= UInt64.max &>> UInt64(truncatingIfNeeded: count) }
        }

        /// Whether fewer than eight bits are left and all of them are ones.
        var isPadding: Bool { count < 8 && bits == .max }
    }
}
