// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The Huffman code of strings (RFC 7541 section 5.2 and appendix B).
///
/// The code is canonical: codes of one length are consecutive numbers in the order of their
/// symbols, and the sequence of longer codes continues after the shorter codes. The lengths
/// therefore define the code completely.
package enum HuffmanCode {
    /// The end-of-string symbol, which follows the 256 byte values and may not occur in a string.
    static let endOfString = 256
    /// The length of the longest code in bits. The shortest code has five bits.
    static let lengthMax = 30

    /// The length in bits of each symbol's code, from the column "len in bits" of appendix B.
    package static let lengths: SpanBytes = [
        13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28,
        28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 28,
        6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6,
        5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10,
        13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7,
        7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6,
        15, 5, 6, 5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5,
        6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28,
        20, 22, 20, 20, 22, 22, 22, 23, 22, 23, 23, 23, 23, 23, 24, 23,
        24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24,
        22, 21, 20, 22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23,
        21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23,
        26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25,
        19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27, 27,
        20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23,
        26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26,
        30,
    ]

    /// The symbols in the order of their codes, beginning with the shortest codes.
    static let symbols: [UInt16] = {
        var symbols: [UInt16] = []
        for length in 0...lengthMax {
            for symbol in lengths.indices where Int(lengths[symbol]) == length {
                symbols.append(UInt16(symbol))
            }
        }
        return symbols
    }()

    /// The code of each symbol, in the low bits of a number.
    package static let codes: ContiguousArray<UInt32> = {
        var codes = ContiguousArray<UInt32>(repeating: 0, count: lengths.count)
        var code: UInt32 = 0
        var length = lengths[Int(symbols[0])]
        for symbol in symbols.map(Int.init) {
            code <<= UInt32(lengths[symbol] - length)
            length = lengths[symbol]
            codes[symbol] = code
            code += 1
        }
        return codes
    }()

    /// Returns the number of bytes of a string in Huffman coding.
    package static func encodedCount(_ text: borrowing Span<UInt8>) -> Int {
        let lengths = lengths.span
        var bitCount = 0
        for offset in text.indices { bitCount += Int(lengths[Int(text[offset])]) }
        return (bitCount + 7) / 8
    }

    /// Appends a Huffman-coded string without its length. The last byte is padded with ones.
    package static func append(_ text: borrowing Span<UInt8>, to bytes: inout [UInt8]) {
        let (codes, lengths) = (codes.span, lengths.span)
        // The low `count` bits of `pending` are not written yet; `count` is at most 7 + 30.
        var (pending, count): (UInt64, Int) = (0, 0)
        for offset in text.indices {
            let symbol = Int(text[offset])
            pending = pending << UInt64(lengths[symbol]) | UInt64(codes[symbol])
            count += Int(lengths[symbol])
            while count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: pending >> UInt64(count)))
            }
        }
        if count > 0 {
            bytes.append(UInt8(truncatingIfNeeded: (pending << 8 | 0xFF) >> UInt64(count)))
        }
    }
}
